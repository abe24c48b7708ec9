#!/usr/bin/env python3
"""Keeps tools away from .env files: exit 2 and a reason where a tool's input names one, silence everywhere else."""

import json
import sys


def names_dotenv(value):
    """True when any text inside the tool's input ends in a .env file's name."""
    if isinstance(value, str):
        return any(word.rstrip("'\"").endswith(".env") for word in value.split())
    if isinstance(value, dict):
        return any(names_dotenv(item) for item in value.values())
    if isinstance(value, list):
        return any(names_dotenv(item) for item in value)
    return False


def main():
    payload = json.load(sys.stdin)
    tool_input = payload.get("tool_input") if isinstance(payload, dict) else None
    if names_dotenv(tool_input):
        print("protect-dotenv: .env files hold secrets; ask the user for what you need", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
