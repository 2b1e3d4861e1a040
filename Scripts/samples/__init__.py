"""Builds and checks everything under Samples/.  Run it through make-samples.sh.

All signatures and ciphertexts come from xmlsec1 or signxml.  Keys, instants and random numbers are
fixed, so a second run writes the same bytes, except where the cryptography itself draws random
numbers: RSA-PSS signatures and encrypted assertions.
"""
