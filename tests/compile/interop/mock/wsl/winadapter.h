// Found before the system's header of this name (Debian's directx-headers-dev), which the mocks do not need.
