"""llama.cpp, used in a child process only: a model file, its vocabulary, and writing with it."""
