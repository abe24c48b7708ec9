#!/usr/bin/env python3
"""A converter of hooks/0.1 manifests for the four vendors that group entries under events, written from the specification alone.

It chooses otherwise than the reference: warnings are objects, MCP servers are anchored expressions, what has no canonical form
is dropped with a warning, and a manifest of which nothing is left is refused.
"""
import json, re, sys

NAMES = ["shell", "file_read", "file_write", "file_edit", "search", "find", "web_search", "web_fetch", "agent"]
CLAUDE = ["Bash", "Read", "Write", "Edit", "Grep", "Glob", "WebSearch", "WebFetch", "Agent"]
TOOLS = {"claude-code": CLAUDE, "factory-droid": CLAUDE,
         "gemini-cli": ["run_shell_command", "read_file", "write_file", "replace", "grep_search", "glob", "google_web_search", "web_fetch", None],
         "codex": ["Bash"] + [None] * 8}
EV = lambda s: dict(p.split("=") for p in s.split())
COMMON = "before_tool_execute=PreToolUse after_tool_execute=PostToolUse session_start=SessionStart before_prompt=UserPromptSubmit agent_stop=Stop "
EVENTS = {
    "claude-code": EV(COMMON + "session_end=SessionEnd before_compact=PreCompact after_compact=PostCompact notification=Notification error_occurred=StopFailure "
        "tool_use_failure=PostToolUseFailure file_changed=FileChanged subagent_start=SubagentStart subagent_stop=SubagentStop permission_request=PermissionRequest "
        "permission_denied=PermissionDenied config_change=ConfigChange instructions_loaded=InstructionsLoaded task_created=TaskCreated task_completed=TaskCompleted "
        "teammate_idle=TeammateIdle cwd_changed=CwdChanged elicitation=Elicitation elicitation_result=ElicitationResult"),
    "factory-droid": EV(COMMON + "session_end=SessionEnd before_compact=PreCompact subagent_start=SubagentStart subagent_stop=SubagentStop"),
    "codex": EV(COMMON),
    "gemini-cli": EV("before_tool_execute=BeforeTool after_tool_execute=AfterTool session_start=SessionStart session_end=SessionEnd before_prompt=BeforeAgent "
        "agent_stop=AfterAgent before_compact=PreCompress notification=Notification before_model=BeforeModel after_model=AfterModel before_tool_selection=BeforeToolSelection"),
}
KNOWN = set().union(*[set(e) for e in EVENTS.values()]) | set(("file_created file_deleted before_task after_task manual_trigger windsurf_transcript_response windsurf_worktree_setup "
    "opencode_command_before opencode_command_after opencode_chat_params opencode_chat_headers opencode_shell_env opencode_tool_definition opencode_tui_events "
    "cursor_agent_thought cursor_tab_file_read cursor_tab_file_edit file_saved").split())
ACTS = {"claude-code": {"before_tool_execute", "before_prompt", "agent_stop", "permission_request", "task_created", "task_completed", "teammate_idle", "elicitation", "elicitation_result"},
        "factory-droid": {"before_tool_execute", "before_prompt", "agent_stop"}, "codex": {"before_tool_execute", "before_prompt", "agent_stop"},
        "gemini-cli": {"before_tool_execute", "after_tool_execute", "before_prompt", "agent_stop"}}
WATCH = {"after_tool_execute", "session_start", "session_end"}
HAS = {"claude-code": {"structured_output", "input_rewrite", "llm_evaluated", "http_handler", "async_execution"},
       "factory-droid": {"structured_output"}, "codex": {"structured_output", "input_rewrite", "llm_evaluated", "async_execution"},
       "gemini-cli": {"structured_output", "input_rewrite", "custom_env"}}
SAFE = {"structured_output": "warn", "input_rewrite": "block", "llm_evaluated": "exclude", "http_handler": "warn", "async_execution": "warn",
        "platform_commands": "warn", "custom_env": "warn", "configurable_cwd": "warn"}
OWN = {"claude-code": {"once": bool, "statusMessage": str, "if": str, "shell": str, "args": list, "asyncRewake": bool, "model": str},
       "gemini-cli": {"description": str, "source": str}, "codex": {"scope": str, "statusMessage": str}, "factory-droid": {}}
TOOLISH = ("before_tool_execute", "after_tool_execute", "tool_use_failure")


def fail(text):
    sys.stderr.write(text + "\n")
    sys.exit(3)


def parse(text):
    try:
        return json.loads(text)
    except ValueError:
        try:
            import yaml
            return yaml.safe_load(text)
        except Exception as e:
            fail("stdin is neither JSON nor YAML: %s" % str(e).splitlines()[0])


def check(doc):
    errors, warnings = [], []
    err = lambda n, t: errors.append({"code": "invalid", "message": t, "hook": n})
    if not isinstance(doc, dict):
        return [{"code": "invalid", "message": "a manifest is an object", "hook": None}], []
    if doc.get("spec") != "hooks/0.1":
        err(None, 'spec must be "hooks/0.1"')
    hooks = doc.get("hooks")
    if not isinstance(hooks, list) or not hooks:
        err(None, "hooks must be a non-empty array")
        return errors, warnings

    def matcher(n, m, deep=False):
        if isinstance(m, str):
            if m not in NAMES:
                warnings.append({"code": "literal", "message": 'Hook %d: tool "%s" is not in the vocabulary' % (n, m), "hook": n})
        elif isinstance(m, list) and not deep:
            if not m: warnings.append({"code": "empty", "message": "Hook %d: an empty matcher array selects nothing" % n, "hook": n})
            for x in m: matcher(n, x, True)
        elif isinstance(m, dict) and ("pattern" in m) != ("mcp" in m):
            if "pattern" in m:
                p = m["pattern"]
                if not isinstance(p, str): return err(n, "pattern must be a string")
                bare = re.sub(r"\[\^?\]?[^\]]*\]", "x", re.sub(r"\\[^0-9kgGRXKZ]", "", p))
                if re.search(r"\(\?(?:[=!>|#&R]|<[=!]|P[=>])|\\[1-9kgGRXKZ]|[*+?}]\+", bare): return err(n, 'pattern "%s" needs more than RE2' % p)
                if "\\p" in p or "[[:" in p: return  # classes that this language lacks
                try: re.compile(p.replace("(?<", "(?P<") if "(?<" in p else p)
                except re.error as e: err(n, 'pattern "%s" does not compile: %s' % (p, e))
            else:
                x = m["mcp"]
                if not isinstance(x, dict) or not isinstance(x.get("server"), str) or not isinstance(x.get("tool", ""), str): err(n, "mcp needs a server")
        else:
            err(n, "matcher must be a string, an object with pattern or mcp, or an array of these")

    for n, h in enumerate(hooks, 1):
        if not isinstance(h, dict): err(n, "a hook is an object"); continue
        if not isinstance(h.get("event"), str): err(n, "event is missing")
        elif h["event"] not in KNOWN: warnings.append({"code": "event", "message": 'Hook %d: event "%s" is unknown' % (n, h["event"]), "hook": n})
        if "matcher" in h: matcher(n, h["matcher"])
        if not isinstance(h.get("blocking", False), bool): err(n, "blocking must be a boolean")
        if not isinstance(h.get("name", ""), str): err(n, "name must be a string")
        caps = h.get("capabilities", [])
        if not isinstance(caps, list) or any(not isinstance(c, str) for c in caps): err(n, "capabilities must be an array of strings")
        for k in ("degradation", "provider_data"):
            if not isinstance(h.get(k, {}), dict): err(n, k + " must be an object")
        deg = h.get("degradation", {})
        if isinstance(deg, dict):
            for c, s in deg.items():
                if s not in ("block", "warn", "exclude"): err(n, "degradation.%s must be block, warn or exclude" % c)
        pd = h.get("provider_data", {})
        if isinstance(pd, dict):
            for p, v in pd.items():
                if not isinstance(v, dict): err(n, "provider_data.%s must be an object" % p)
        d = h.get("handler")
        if not isinstance(d, dict): err(n, "handler is missing"); continue
        t = d.get("type")
        if not isinstance(t, str): err(n, "handler.type is missing")
        elif t not in ("command", "http", "prompt", "agent"): warnings.append({"code": "type", "message": 'Hook %d: handler type "%s" is unknown' % (n, t), "hook": n})
        if t == "command" and not (isinstance(d.get("command"), str) and d["command"]): err(n, "handler.command is missing")
        if t == "http":
            u = str(d.get("url", "https:"))
            if not re.match(r"https:|http://(localhost|127\.|\[::1\])", u, re.I): err(n, "url must be https")
            if isinstance(d.get("headers"), dict) and any("$" in str(v) for v in d["headers"].values()):
                warnings.append({"code": "secret", "message": "Hook %d: headers hold environment variables, which the address would see" % n, "hook": n})
        for k in ("cwd", "status_message", "command"):
            if not isinstance(d.get(k, ""), str): err(n, "handler.%s must be a string" % k)
        for k in ("platform", "env"):
            o = d.get(k, {})
            if not isinstance(o, dict) or any(not isinstance(v, str) for v in o.values()): err(n, "handler.%s must map names to strings" % k)
        for k in (d.get("platform") or {}) if isinstance(d.get("platform"), dict) else []:
            if k not in ("windows", "linux", "darwin"): warnings.append({"code": "platform", "message": 'Hook %d: platform "%s" is unknown' % (n, k), "hook": n})
        tm = d.get("timeout", 0)
        if isinstance(tm, bool) or not isinstance(tm, (int, float)) or tm < 0: err(n, "handler.timeout must be seconds, 0 or more")
        if d.get("timeout_action", "warn") not in ("warn", "block"): err(n, "handler.timeout_action must be warn or block")
        if not isinstance(d.get("async", False), bool): err(n, "handler.async must be a boolean")
    return errors, warnings


def uses(h):
    d, g = h["handler"], h.get("degradation", {})
    on = {"structured_output": h.get("blocking") is True or bool({"structured_output", "input_rewrite"} & set(g)), "input_rewrite": "input_rewrite" in g,
          "llm_evaluated": d["type"] in ("prompt", "agent"), "http_handler": d["type"] == "http", "async_execution": d.get("async") is True,
          "platform_commands": "platform" in d, "custom_env": "env" in d, "configurable_cwd": "cwd" in d}
    return [c for c in SAFE if on[c]]


def sep(v): return ("mcp_", "_") if v == "gemini-cli" else ("mcp__", "__")


def to_text(v, m, say):
    parts = m if isinstance(m, list) else [m]
    out = []
    for x in parts:
        if isinstance(x, str):
            n = TOOLS[v][NAMES.index(x)] if x in NAMES else x
            if x == "": say("literal", "an empty matcher selects nothing")
            elif n is None: say("tool", "%s has no tool for %s, that matcher is dropped" % (v, x))
            else:
                if x not in NAMES: say("literal", '"%s" is not in the vocabulary and taken literally' % x)
                out.append(("name", n))
        elif "pattern" in x: out.append(("pattern", x["pattern"]))
        else:
            a, b = sep(v); s, t = x["mcp"]["server"], x["mcp"].get("tool")
            if b in s: say("mcp", "server %s holds the separator %s, the name is ambiguous" % (s, b))
            if v == "codex": say("mcp", "codex documents no MCP matcher")
            out.append(("name", a + s + b + t) if t is not None else ("server", a + s + b))
    if not out: return None
    if len(out) == 1 and out[0][0] == "pattern": return out[0][1]
    plain = all(k == "name" and re.fullmatch(r"[\w-]+", n) for k, n in out)
    if plain and (v != "gemini-cli" or len(out) > 1 and not any("mcp_" in n for _, n in out) or len(out) == 1 and "mcp_" not in out[0][1]): return "|".join(n for _, n in out)
    if len(out) == 1 and out[0][0] == "server": return out[0][1] + ".*"
    return "|".join({"name": "^%s$" % re.escape(n), "server": "^%s.*$" % re.escape(n), "pattern": "(?:%s)" % n}[k] for k, n in out)


def from_text(v, text):
    a, b = sep(v)
    def name(n):
        hits = [c for c, t in zip(NAMES, TOOLS[v]) if t == n]
        if hits: return hits[0]
        if n.startswith(a) and b in n[len(a):]:
            s, t = n[len(a):].split(b, 1)
            if s and t: return {"mcp": {"server": s, "tool": t}}
        return {"pattern": "^%s$" % n} if n in NAMES else n
    def part(p):
        anchored = re.fullmatch(r"\^(.*)\$", p)
        raw = re.sub(r"\\(.)", r"\1", anchored.group(1) if anchored else p)
        if raw.endswith(".*") and raw.startswith(a):
            s = raw[len(a):-2]
            if s.endswith(b) and re.fullmatch(r"[\w-]+", s): return {"mcp": {"server": s[:-len(b)]}}
        group = re.fullmatch(r"\(\?:(.*)\)", p)
        if group and group.group(1).count("(") == group.group(1).count(")"): return {"pattern": group.group(1)}
        return name(raw) if re.fullmatch(r"[\w-]+", raw) else None
    parts = re.split(r"\|(?![^(]*\))", text)
    got = [part(p) for p in parts]
    if any(g is None for g in got): return {"pattern": text}
    return got[0] if len(got) == 1 else got


def encode(v, doc, warnings):
    hooks = {}
    for n, h in enumerate(doc["hooks"], 1):
        who = h.get("name", "Hook %d" % n)
        say = lambda code, text: warnings.append({"code": code, "message": "%s: %s" % (who, text), "hook": n})
        ev, d = h["event"], h["handler"]
        if ev not in EVENTS[v]: say("event", "event %s is not supported by %s, the hook is excluded" % (ev, v)); continue
        deg = h.get("degradation", {})
        lost = {c: deg.get(c, SAFE[c]) for c in uses(h) if c not in HAS[v]}
        for c, s in lost.items(): say(c, "%s is not supported by %s: %s" % (c, v, s))
        group, entry = {}, {"type": "command"}
        if ev in TOOLISH and "matcher" in h:
            m = to_text(v, h["matcher"], say)
            if m is None: say("matcher", "nothing of its matcher is left, the hook is excluded"); continue
            group["matcher"] = m
        if "block" in lost.values():
            entry["command"] = "echo 'this hook needs %s, which is missing here' >&2; exit 2" % ", ".join(c for c, s in lost.items() if s == "block")
        elif "exclude" in lost.values():
            say("exclude", "the hook is excluded"); continue
        else:
            if d["type"] == "command": entry["command"] = d["command"]
            elif d["type"] in ("http", "prompt", "agent") and (d["type"] == "http" and v == "claude-code" or d["type"] != "http" and v in ("claude-code", "codex")):
                entry.update({k: x for k, x in d.items() if k in ("type", "url", "headers", "allowedEnvVars", "prompt", "model")})
            else: say(d["type"], "handler type %s cannot be written, the hook is dropped" % d["type"]); continue
            if d.get("env") and "custom_env" not in lost: entry["env"] = d["env"]
            if "async" in d and "async_execution" in HAS[v]: entry["async"] = d["async"]
            if "status_message" in d and v in ("claude-code", "codex"): entry["statusMessage"] = d["status_message"]
        if d.get("timeout"): entry["timeout"] = d["timeout"] * (1000 if v == "gemini-cli" else 1)
        if d.get("timeout_action") == "block" : say("timeout_action", "timeout_action is lost, %s goes on after a timeout" % v)
        if h.get("blocking") is True and ev not in ACTS[v]: say("blocking", "blocking on %s cannot be honoured by %s, the hook only observes" % (ev, v))
        if "name" in h and v == "gemini-cli": entry["name"] = h["name"]
        for k, x in h.get("provider_data", {}).get(v, {}).items():
            if k in OWN[v] and isinstance(x, OWN[v][k]) : entry[k] = x
            elif k == "sequential" and v == "gemini-cli" and isinstance(x, bool): group[k] = x
            elif k == "matcher" and ev not in TOOLISH and isinstance(x, str): group[k] = x
            elif k != "name": say("provider_data", "provider_data.%s.%s is not known and dropped" % (v, k))
        hooks.setdefault(EVENTS[v][ev], []).append({**group, "hooks": [entry]})
    if not hooks: fail("no hook of this manifest can run on %s: %s" % (v, "; ".join(w["message"] for w in warnings)))
    return {"hooks": hooks}


def decode(v, cfg, warnings):
    back = {n: c for c, n in EVENTS[v].items()}
    hooks = []
    if not isinstance(cfg, dict) or not isinstance(cfg.get("hooks"), dict): fail("no hooks in this configuration")
    for native, groups in cfg["hooks"].items():
        ev = back.get(native)
        if ev is None: warnings.append({"code": "event", "message": "%s has no canonical event and is dropped" % native, "hook": None}); continue
        for g in groups if isinstance(groups, list) else [groups]:
            for e in g.get("hooks", [g]):
                h, d, own = {"event": ev}, {"type": e.get("type", "command")}, {}
                for k, x in e.items():
                    if k in ("type", "hooks", "matcher"): pass
                    elif k == "timeout": d["timeout"] = x / 1000 if v == "gemini-cli" else x
                    elif k == "statusMessage" and v in ("claude-code", "codex"): d["status_message"] = x
                    elif k == "name" and v == "gemini-cli": h["name"] = x
                    elif k in ("command", "env", "async", "url", "headers", "prompt", "allowedEnvVars") : d[k] = x
                    else: own[k] = x
                if "timeout" in d and d["timeout"] == int(d["timeout"]): d["timeout"] = int(d["timeout"])
                if d["type"] not in ("command", "http", "prompt", "agent") or d["type"] == "command" and "command" not in d:
                    warnings.append({"code": "handler", "message": "a %s handler on %s has no canonical form and is dropped" % (d["type"], native), "hook": None}); continue
                if "sequential" in g: own["sequential"] = g["sequential"]
                m = g.get("matcher")
                if ev in TOOLISH:
                    if m not in (None, "", "*"): h["matcher"] = from_text(v, m)
                elif m not in (None, ""): own["matcher"] = m
                h["handler"] = d
                if ev in ACTS[v] and ev not in WATCH: h["blocking"] = True
                if own: h["provider_data"] = {v: own}
                hooks.append(h)
    if not hooks: fail("nothing in this configuration has a canonical form: %s" % "; ".join(w["message"] for w in warnings))
    return {"spec": "hooks/0.1", "hooks": hooks}


def main():
    verb, _, v = sys.argv[1:4]
    if v not in EVENTS: fail("provider %s is not supported" % v)
    doc, warnings = parse(sys.stdin.read()), []
    if verb == "decode":
        m = decode(v, doc, warnings)
        return {"manifest": m, "warnings": warnings}
    errors, said = check(doc)
    warnings += said
    if verb == "validate":
        if not errors:
            for h in doc["hooks"]:
                lost = [c for c in uses(h) if c not in HAS[v]]
                for c in lost: warnings.append({"code": c, "message": "%s is not supported by %s" % (c, v), "hook": None})
                if h["event"] not in EVENTS[v]: warnings.append({"code": "event", "message": "event %s is not supported by %s" % (h["event"], v), "hook": None})
                if h.get("blocking") is True and h["event"] in EVENTS[v] and h["event"] not in ACTS[v]: warnings.append({"code": "blocking", "message": "blocking on %s cannot be honoured by %s" % (h["event"], v), "hook": None})
        return {"errors": errors, "warnings": warnings, "capabilities": [] if errors else [uses(h) for h in doc["hooks"]]}
    if errors: fail("; ".join(e["message"] for e in errors))
    config = encode(v, doc, warnings)
    again = decode(v, json.loads(json.dumps(config)), [])
    if sum(len(g["hooks"]) for gs in config["hooks"].values() for g in gs) != len(again["hooks"]): fail("verification failed: hooks are lost")
    return {"config": config, "files": {}, "warnings": warnings}


print(json.dumps(main()))
