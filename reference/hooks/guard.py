#!/usr/bin/env python3
"""A guard that stops dangerous shell commands, with every vendor.

Usage: guard.py [vendor [event]] < payload. Without arguments the vendor is told from the payload. Whatever can't be read is
stopped: a guard that breaks must not wave through what it was written to stop.
"""
import json
import os
import re
import sys

DANGERS = [
    (r"\brm\s+(-\w*[rf]\w*\s+)+", "deleting whole folders"),
    (r"\bgit\s+push\b.*\s--force\b", "force pushes"),
    (r"\bgit\s+reset\s+--hard\b", "throwing work away"),
    (r"\|\s*(ba|z)?sh\b", "running what was just downloaded"),
    (r"\bsudo\b", "acting as root"),
    (r"\.env\b", "reading secrets"),
]
NESTED = ["claude-code", "codex", "qwen-code", "vs-code-copilot", "factory-droid", "augment"]
EXIT_CODE = ["windsurf", "kiro"]


def told_from(event):
    """The vendor whose payload this is, as far as its form says."""
    if "cursor_version" in event:
        return "cursor"
    if "agent_action_name" in event:
        return "windsurf"
    if "clineVersion" in event:
        return "cline"
    if "hook" in event and "args" in event:
        return "opencode" if event["hook"] == "tool.execute.before" else "amp"
    if event.get("hook_event_name") == "BeforeTool":
        return "gemini-cli"
    if "toolArgs" in event:
        return "copilot-cli"
    return "claude-code"


def commands(value):
    """Every command line in a payload; arguments may be JSON inside a string."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            value = json.loads(value)
        except ValueError:
            return
    if isinstance(value, dict):
        for name, member in value.items():
            if name in ("command", "command_line", "cmd") and isinstance(member, str):
                yield member
            else:
                yield from commands(member)
    elif isinstance(value, list):
        for member in value:
            yield from commands(member)


def objection(event):
    """Why the action is stopped, or None."""
    found = list(commands(event))
    if not found:
        return "no command found in the payload"
    for command in found:
        for pattern, what in DANGERS:
            if re.search(pattern, command, re.DOTALL):
                return "this guard stops " + what
    return None


def stop(vendor, name, reason):
    """Says no in the vendor's own words and ends."""
    if vendor in EXIT_CODE or vendor == "opencode":
        print(reason, file=sys.stderr)
        sys.exit(2)
    denial = {"permissionDecision": "deny", "permissionDecisionReason": reason}
    if vendor in NESTED or (vendor == "copilot-cli" and name[:1].isupper()):
        answer = {"hookSpecificOutput": {"hookEventName": name, **denial}}
    elif vendor == "gemini-cli":
        answer = {"decision": "deny", "reason": reason}
    elif vendor == "cursor":
        answer = {"permission": "deny", "user_message": reason, "agent_message": reason}
    elif vendor == "cline":
        answer = {"cancel": True, "errorMessage": reason}
    elif vendor == "amp":
        answer = {"action": "reject-and-continue", "message": reason}
    else:
        answer = denial
    print(json.dumps(answer))
    sys.exit(0)


def main():
    vendor = sys.argv[1] if len(sys.argv) > 1 else None
    name = sys.argv[2] if len(sys.argv) > 2 else "PreToolUse"
    try:
        # Bytes, decoded here: the payload is UTF-8 whatever the locale is. Some writers put a mark before it.
        event = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
        if not isinstance(event, dict):
            raise ValueError("not an object")
    except ValueError:
        stop(vendor or "claude-code", name, "the payload can't be read")
    vendor = vendor or told_from(event)
    if len(sys.argv) <= 2:
        name = event.get("hook_event_name", name)
    reason = objection(event)
    if reason is not None:
        stop(vendor, name, reason)


try:
    main()
finally:
    try:
        sys.stdout.flush()
    except OSError:
        # Nobody reads the answer. What is left is the exit code that nearly every vendor takes for a block.
        print("nobody reads the answer of this guard", file=sys.stderr, flush=True)
        os._exit(2)
