"""Reads text off pictures with two networks of PP-OCR on ONNX Runtime: one finds lines, one reads
them. Works in a child process only; see `app.adapters.ocr_process`."""
