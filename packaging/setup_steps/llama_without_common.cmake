# Included after each project() of the build of llama-cpp-python. The bindings use only libllama;
# llama.cpp's "common" library, which its own programs share, is more than half of the compile.
set(LLAMA_BUILD_COMMON OFF)
