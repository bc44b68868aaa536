"""conan_recipe.py RECIPE VERSION DESCRIPTION

Checks the version and description of the recipe without Conan. It replaces only the functions that set_version calls, so
the rest of the recipe is not checked."""

import importlib.util
import sys
import types


def load(_, path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def unused(*_):
    raise AssertionError("set_version needs nothing but load")


def stand_in(name, **attributes):
    module = types.ModuleType(name)
    vars(module).update(attributes)
    sys.modules[name] = module


def main(path, version, description):
    stand_in("conan", ConanFile=object)
    stand_in("conan.errors", ConanException=Exception)
    stand_in("conan.tools")
    stand_in("conan.tools.build", check_min_cppstd=unused)
    stand_in("conan.tools.files", copy=unused, load=load)
    spec = importlib.util.spec_from_file_location("conanfile", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    recipe = module.DmlTensorUtilsConan()
    recipe.recipe_folder = path.rpartition("/")[0]
    recipe.set_version()
    for name, found, expected in (("version", recipe.version, version),
                                  ("description", recipe.description, description)):
        if found != expected:
            sys.exit(f"the recipe's {name} is '{found}', the project's '{expected}'")


if __name__ == "__main__":
    main(*sys.argv[1:])
