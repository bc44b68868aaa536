import os
import re

from conan import ConanFile
from conan.errors import ConanException
from conan.tools.build import check_min_cppstd
from conan.tools.files import copy, load

required_conan_version = ">=2.0"


class DmlTensorUtilsConan(ConanFile):
    name = "dml_tensor_utils"
    description = "Describe, check and move DirectML tensors: sizes, strides, buffer sizes, descriptors, copies"
    license = "MIT"
    topics = ("directml", "tensor", "header-only")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    no_copy_source = True

    @property
    def _checkout(self):
        return os.path.abspath(os.path.join(self.recipe_folder, os.pardir, os.pardir, os.pardir))

    def set_version(self):
        # The version is written once, in the header.
        header = load(self, os.path.join(self._checkout, "include", "dml_tensor_utils.hpp"))
        parts = [re.search(rf"^#define DML_TENSOR_UTILS_VERSION_{part} (\d+)$", header, re.MULTILINE)
                 for part in ("MAJOR", "MINOR", "PATCH")]
        if None in parts:
            raise ConanException("dml_tensor_utils.hpp does not define its version")
        self.version = ".".join(part.group(1) for part in parts)

    def export_sources(self):
        copy(self, "LICENSE", self._checkout, self.export_sources_folder)
        copy(self, "*.hpp", os.path.join(self._checkout, "include"),
             os.path.join(self.export_sources_folder, "include"))
        copy(self, "dml_tensor_utils.natvis", os.path.join(self._checkout, "docs", "packaging"),
             self.export_sources_folder)

    def validate(self):
        if self.settings.get_safe("compiler.cppstd"):
            check_min_cppstd(self, 17)

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        copy(self, "*.hpp", os.path.join(self.source_folder, "include"), os.path.join(self.package_folder, "include"))
        copy(self, "*.natvis", self.source_folder, os.path.join(self.package_folder, "share", self.name))

    def package_id(self):
        self.info.clear()

    def package_info(self):
        # The file, the target and the pkg-config module are those that CMake installs; Conan names them so by itself.
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
