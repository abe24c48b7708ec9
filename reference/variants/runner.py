#!/usr/bin/env python3
"""A runner of hooks/1.0 manifests, written from the text of the specification alone.

It chooses otherwise than the reference: it ends at the first hook that blocks, compares patterns with native names only,
lets no hook block that is not blocking, and takes a handler that it cannot run with a warning.
"""
import json, os, re, signal, subprocess, sys

TOOLS = {
    "shell": {"claude-code": "Bash", "gemini-cli": "run_shell_command", "cursor": "run_terminal_cmd", "copilot-cli": "bash", "kiro": "execute_bash"},
    "file_read": {"claude-code": "Read", "gemini-cli": "read_file", "cursor": "read_file", "copilot-cli": "view", "kiro": "fs_read"},
    "file_write": {"claude-code": "Write", "gemini-cli": "write_file", "cursor": "edit_file", "copilot-cli": "create", "kiro": "fs_write"},
    "file_edit": {"claude-code": "Edit", "gemini-cli": "replace", "cursor": "edit_file", "copilot-cli": "edit", "kiro": "fs_write"},
    "search": {"claude-code": "Grep", "gemini-cli": "grep_search", "cursor": "grep_search", "copilot-cli": "grep", "kiro": "grep"},
    "find": {"claude-code": "Glob", "gemini-cli": "glob", "cursor": "file_search", "copilot-cli": "glob", "kiro": "glob"},
    "web_search": {"claude-code": "WebSearch", "gemini-cli": "google_web_search", "cursor": "web_search", "kiro": "web_search"},
    "web_fetch": {"claude-code": "WebFetch", "gemini-cli": "web_fetch", "copilot-cli": "web_fetch", "kiro": "web_fetch"},
    "agent": {"claude-code": "Agent", "copilot-cli": "task", "kiro": "use_subagent"},
}
EVENTS = {"before_tool_execute", "after_tool_execute", "session_start", "session_end", "before_prompt", "agent_stop",
          "before_compact", "notification", "error_occurred", "subagent_start", "subagent_stop", "permission_request",
          "before_model", "after_model", "before_tool_selection", "config_change",
          "file_created", "file_saved", "file_deleted", "before_task", "after_task"}
TOOL_EVENTS = {"before_tool_execute", "after_tool_execute"}
OBSERVED = {"after_tool_execute", "session_start", "session_end"}
CAPS = {"structured_output": "warn", "input_rewrite": "block", "llm_evaluated": "exclude", "http_handler": "warn",
        "async_execution": "warn", "platform_commands": "warn", "custom_env": "warn", "configurable_cwd": "warn"}


class Bad(Exception):
    pass


def need(ok, text):
    if not ok:
        raise Bad(text)


def check_matcher(m, at, nested=False):
    if isinstance(m, str):
        return
    if isinstance(m, list) and not nested:
        for e in m:
            check_matcher(e, at, True)
        return
    need(isinstance(m, dict), f"{at}: a matcher is a string, an object or an array")
    need(not ("pattern" in m and "mcp" in m), f"{at}: pattern or mcp, not both")
    if "pattern" in m:
        need(isinstance(m["pattern"], str), f"{at}: pattern must be a string")
        try:
            re.compile(m["pattern"])
        except re.error as e:
            raise Bad(f"{at}: pattern does not compile: {e}")
    elif "mcp" in m:
        need(isinstance(m["mcp"], dict) and isinstance(m["mcp"].get("server"), str), f"{at}: mcp needs a server")
        need("tool" not in m["mcp"] or isinstance(m["mcp"]["tool"], str), f"{at}: mcp.tool must be a string")
    else:
        raise Bad(f"{at}: a matcher object has pattern or mcp")


def check(doc):
    need(isinstance(doc, dict), "manifest is not an object")
    need(doc.get("spec") == "hooks/1.0", 'spec must be "hooks/1.0"')
    hooks = doc.get("hooks")
    need(isinstance(hooks, list) and hooks, "hooks must be a non-empty array")
    for i, h in enumerate(hooks):
        at = f"hooks[{i}]"
        need(isinstance(h, dict), f"{at} is not an object")
        need(isinstance(h.get("event"), str), f"{at}.event is missing")
        if "matcher" in h:
            check_matcher(h["matcher"], at + ".matcher")
        need(isinstance(h.get("blocking", False), bool), f"{at}.blocking must be a boolean")
        need(isinstance(h.get("provider_data", {}), dict), f"{at}.provider_data must be an object")
        deg = h.get("degradation", {})
        need(isinstance(deg, dict), f"{at}.degradation must be an object")
        for k, v in deg.items():
            need(v in ("block", "warn", "exclude"), f"{at}.degradation.{k}: unknown strategy")
        d = h.get("handler")
        need(isinstance(d, dict), f"{at}.handler is missing")
        need(d.get("type") in ("command", "http", "prompt", "agent"), f"{at}.handler.type is unknown")
        if d["type"] == "command":
            need(isinstance(d.get("command"), str) and d["command"], f"{at}.handler.command is missing")
        need(isinstance(d.get("command", ""), str), f"{at}.handler.command must be a string")
        need(isinstance(d.get("async", False), bool), f"{at}.handler.async must be a boolean")
        t = d.get("timeout", 0)
        need(isinstance(t, (int, float)) and not isinstance(t, bool) and t >= 0, f"{at}.handler.timeout must be a number of seconds")
        need(isinstance(d.get("cwd", ""), str), f"{at}.handler.cwd must be a string")
        for k in ("platform", "env"):
            o = d.get(k, {})
            need(isinstance(o, dict) and all(isinstance(v, str) for v in o.values()), f"{at}.handler.{k} must map names to strings")
    return hooks


def matches(m, provider, name, native):
    if isinstance(m, list):
        return any(matches(e, provider, name, native) for e in m)
    if isinstance(m, str):
        if m in TOOLS:
            return m == name or (native != "" and TOOLS[m].get(provider) == native)
        return m in (name, native)
    if "pattern" in m:
        return re.search(m["pattern"], native) is not None
    server, tool = m["mcp"]["server"], m["mcp"].get("tool")
    full = native if native.startswith("mcp__") else name
    if tool is None:
        return full.startswith(f"mcp__{server}__")
    return full == f"mcp__{server}__{tool}"


def start(d, root, hookdir, payload):
    key = {"win32": "windows", "darwin": "osx"}.get(sys.platform, "linux")
    command = d.get("platform", {}).get(key, d["command"])
    first, _, rest = command.partition(" ")
    if "/" in first and not first.startswith("/"):
        command = "'" + os.path.normpath(os.path.join(hookdir, first)).replace("'", "'\\''") + "'" + (" " + rest if rest else "")
    return subprocess.Popen(["/bin/sh", "-c", command], cwd=os.path.join(root, d.get("cwd", ".")), env={**os.environ, **d.get("env", {})},
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)


def main():
    job = json.load(sys.stdin)
    root = os.getcwd()
    path = os.path.join(root, job["manifest"])
    hookdir = os.path.dirname(path)
    try:
        with open(path, encoding="utf-8") as f:
            hooks = check(json.load(f))
    except (OSError, ValueError) as e:
        raise Bad(f"cannot read the manifest: {e}")
    event, provider, payload = job["event"], job.get("provider", ""), job.get("payload") or {}
    name, native = payload.get("tool_name") or "", payload.get("native_tool_name") or ""
    caps = job.get("capabilities")
    out = {"decision": "allow"}
    warnings, context, messages = [], [], []
    feed = json.dumps({"event": event, **payload}).encode()

    for n, h in enumerate(hooks, 1):
        who = f"hook {n}"
        if h["event"] not in EVENTS:
            warnings.append(f'{who}: unknown event "{h["event"]}", never run')
            continue
        if h["event"] != event:
            continue
        if event in TOOL_EVENTS and "matcher" in h and not matches(h["matcher"], provider, name, native):
            continue
        d, blocking = h["handler"], h.get("blocking", False)
        if d["type"] != "command":
            warnings.append(f'{who}: handler type {d["type"]} is not run')
            continue
        if caps is not None:
            uses = [c for c, used in (("async_execution", d.get("async")), ("platform_commands", "platform" in d),
                                      ("custom_env", "env" in d), ("configurable_cwd", "cwd" in d)) if used]
            uses += [c for c in h.get("degradation", {}) if c in ("input_rewrite", "structured_output")]
            lost = [c for c in uses if c not in caps]
            plan = {c: h.get("degradation", {}).get(c, CAPS[c]) for c in lost}
            for c, s in plan.items():
                warnings.append(f"{who}: {provider} lacks {c}: {s}")
            if "block" in plan.values():
                out.update(decision="block", reason=f"{who} needs a capability that {provider} lacks")
                break
            if "exclude" in plan.values():
                continue
            d = {k: v for k, v in d.items() if not (k == "async" and "async_execution" in lost or k == "platform" and "platform_commands" in lost
                                                   or k == "env" and "custom_env" in lost or k == "cwd" and "configurable_cwd" in lost)}
        try:
            p = start(d, root, hookdir, payload)
        except OSError as e:
            warnings.append(f"{who}: did not start: {e}")
            continue
        if d.get("async"):
            try:
                p.stdin.write(feed); p.stdin.close()
            except OSError:
                pass
            p.stdout.close(); p.stderr.close()
            continue
        try:
            so, se = p.communicate(feed, timeout=d.get("timeout") or 30)
        except subprocess.TimeoutExpired:
            try:
                os.killpg(p.pid, signal.SIGKILL)
            except OSError:
                pass
            warnings.append(f"{who}: timed out")
            continue
        text, err = so.decode("utf-8", "replace").strip(), se.decode("utf-8", "replace").strip()
        if p.returncode == 2 and blocking and event not in OBSERVED:
            out.update(decision="block", reason=err or f"{who} blocked the action")
            break
        if p.returncode != 0:
            warnings.append(f"{who}: exit {p.returncode}: {err}")
            continue
        if not text:
            continue
        try:
            ans = json.loads(text)
        except ValueError:
            warnings.append(f"{who}: stdout is no JSON")
            continue
        if not isinstance(ans, dict):
            warnings.append(f"{who}: stdout is no JSON object")
            continue
        if isinstance(ans.get("context"), str):
            context.append(ans["context"])
        if isinstance(ans.get("system_message"), str):
            messages.append(ans["system_message"])
        if ans.get("suppress_output") is True:
            out["suppress_output"] = True
        if ans.get("continue") is False:
            out["continue"] = False
            if isinstance(ans.get("reason"), str):
                out.setdefault("reason", ans["reason"])
        dec = ans.get("decision")
        if dec in ("deny", "ask") and (not blocking or event in OBSERVED):
            warnings.append(f'{who}: "{dec}" from a hook that cannot prevent the action')
        elif dec == "deny" or dec == "ask" and not job.get("interactive"):
            out.update(decision="block", reason=ans.get("reason") or f"{who} denied the action")
            break
        elif dec == "ask":
            if out["decision"] == "allow":
                out.update(decision="ask", reason=ans.get("reason") or f"{who} asks")
        elif dec not in (None, "allow"):
            warnings.append(f"{who}: unknown decision")
        if isinstance(ans.get("updated_input"), dict):
            if caps is not None and "input_rewrite" not in caps:
                s = h.get("degradation", {}).get("input_rewrite", "block")
                warnings.append(f"{who}: {provider} cannot rewrite input: {s}")
                if s == "block":
                    out.update(decision="block", reason=f"{who} rewrites the input, which {provider} cannot")
                    break
            else:
                out["updated_input"] = ans["updated_input"]
    if out["decision"] == "block":
        out.pop("updated_input", None)
    if context:
        out["context"] = "\n".join(context)
    if messages:
        out["system_message"] = "\n".join(messages)
    out["warnings"] = warnings
    print(json.dumps(out))


try:
    main()
except Bad as e:
    print(f"runner: {e}", file=sys.stderr)
    sys.exit(1)
