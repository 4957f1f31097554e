"""Training of networks; needs torch (`pip install keima[train]`)."""

from keima.nets.runtime import cap_instructions

# Before torch is loaded, and with it oneDNN: bfloat16 without AMX.
cap_instructions("AVX512_CORE_BF16")
