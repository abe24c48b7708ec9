#!/usr/bin/env python3
"""A Base Coat hook: stops dangerous commands, shows failures, hides secrets, warns near the token limit.

It reads one event from stdin and prints one response, or nothing. Whatever it can't read it notes on stderr and passes
through: a hook that breaks must not become a refusal that nobody decided.
"""
import json
import re
import sys

DANGER = re.compile(r"\brm\s+-\w*[rf]|git\s+push\s.*--force|git\s+reset\s+--hard")
SECRET = re.compile(r"\b(gh[pousr]_[A-Za-z0-9]{20,}|AKIA[A-Z0-9]{16})\b")


def part(value, name):
    """A member that is an object; anything else counts as an empty one."""
    found = value.get(name)
    return found if isinstance(found, dict) else {}


def respond(event):
    """The response to an event, or None where there is nothing to say."""
    point = event.get("hook")
    tool = part(event, "tool")
    if point == "PreToolUse":
        command = part(tool, "input").get("command")
        if isinstance(command, str) and DANGER.search(command):
            return {"action": "block", "reason": "this command destroys what can't be brought back"}
        return {"action": "passThrough"}
    if point == "PostToolUse":
        output = tool.get("output")
        if isinstance(output, str) and SECRET.search(output):
            return {"action": "modify", "modifiedOutput": SECRET.sub("***", output)}
        if tool.get("success") is False:
            return {"action": "injectContext", "priority": 5, "additionalContext": ["The tool failed: read its output."]}
        return {"action": "passThrough", "metadata": {"durationMs": tool.get("durationMs")}}
    if point == "OnBudgetExceeded":
        return {"action": "passThrough", "warnings": ["the token budget is nearly used up"]}
    return None


def main():
    try:
        event = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
        if not isinstance(event, dict):
            raise ValueError("it is not an object")
        response = respond(event)
    except Exception as error:  # every failure is caught, noted, and passed through
        print(f"the event can't be read: {type(error).__name__}", file=sys.stderr)
        return
    if response is not None:
        print(json.dumps(response))


main()
