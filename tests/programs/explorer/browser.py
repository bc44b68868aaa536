"""Controls one page of a headless Chromium with the DevTools protocol, over two pipes."""

import fcntl
import json
import os
import select
import subprocess
import time

PATIENCE = 30  # seconds for one answer

KEYS = {"Backspace": 8}


class Browser:
    """`complaints` collects the messages of the page's console and its uncaught exceptions."""

    def __init__(self, program, profile):
        command = [program, "--headless", "--remote-debugging-pipe", f"--user-data-dir={profile}", "--no-first-run",
                   "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
                   "--disable-component-update"]
        if os.geteuid() == 0:
            command.append("--no-sandbox")
        browser_input, self.output = os.pipe()
        self.input, browser_output = os.pipe()

        def place_pipes():  # where the browser looks for them, though either may already be there
            ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (browser_input, browser_output)]
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(command, preexec_fn=place_pipes, close_fds=False, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(browser_input)
        os.close(browser_output)
        self.received = b""
        self.messages_sent = 0
        self.session = None
        self.complaints = []
        self.loads = 0

        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.send(domain + ".enable")

    def close(self):
        self.process.terminate()
        self.process.wait(PATIENCE)

    def receive(self, deadline):
        while b"\0" not in self.received:
            if not select.select([self.input], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            more = os.read(self.input, 1 << 16)
            if not more:
                raise EOFError("the browser has ended")
            self.received += more
        message, self.received = self.received.split(b"\0", 1)
        return json.loads(message)

    def note(self, event):
        method, details = event.get("method"), event.get("params")
        if method == "Page.loadEventFired":
            self.loads += 1
        elif method == "Runtime.consoleAPICalled":
            self.complaints.append([argument.get("value") for argument in details["args"]])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(details["exceptionDetails"])
        elif method == "Log.entryAdded":
            self.complaints.append(details["entry"]["text"])

    def send(self, method, **parameters):
        self.messages_sent += 1
        message = {"id": self.messages_sent, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self.receive(deadline)
            if answer.get("id") != self.messages_sent:
                self.note(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']['message']}")
            else:
                return answer["result"]

    def evaluate(self, expression):
        """Returns the value of a JavaScript expression; waits for it if it is a promise."""
        answer = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait_for(self, condition):
        """Waits until a JavaScript expression is true."""
        self.evaluate(f"""new Promise((done) =>
        {{
            const look = () => {condition} ? done() : setTimeout(look, 5);
            look();
        }})""")

    def load(self, url):
        loads = self.loads
        self.send("Page.navigate", url=url)
        self.wait_for_load(loads)

    def wait_for_load(self, loads):
        """Waits until more than this number of pages have been loaded."""
        deadline = time.monotonic() + PATIENCE
        while self.loads == loads:
            self.note(self.receive(deadline))

    def press(self, key):
        code = {"key": key, "windowsVirtualKeyCode": KEYS.get(key, ord(key[0].upper()))}
        text = key if len(key) == 1 else ""
        self.send("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **code)
        self.send("Input.dispatchKeyEvent", type="keyUp", **code)

    def type(self, text):
        for letter in text:
            self.press(letter)
