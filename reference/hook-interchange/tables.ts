/**
 * The registries of the Hook Interchange Format as this implementation reads them, one line a row, so that a wrong cell is one
 * changed word. Left of `>` edition 1.0, right of it 0.1 where the two differ. Sources: seed 001 and the registries 2026.04.
 */

export const PROVIDERS = [
  'claude-code',
  'gemini-cli',
  'cursor',
  'windsurf',
  'vs-code-copilot',
  'copilot-cli',
  'kiro',
  'opencode',
  'factory-droid',
  'codex',
  'cline',
] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Canonical event: class in 1.0 > class in 0.1 | provider=native, native; … `-` stands for an event that the edition lacks. */
export const EVENTS = `
before_tool_execute | core>core | claude-code=PreToolUse; gemini-cli=BeforeTool; cursor=beforeShellExecution, beforeMCPExecution, beforeReadFile; windsurf=pre_read_code, pre_write_code, pre_run_command, pre_mcp_tool_use; vs-code-copilot=PreToolUse; copilot-cli=preToolUse; kiro=preToolUse; opencode=tool.execute.before; factory-droid=PreToolUse; codex=PreToolUse; cline=PreToolUse
after_tool_execute | core>core | claude-code=PostToolUse; gemini-cli=AfterTool; cursor=afterShellExecution, afterMCPExecution, afterFileEdit; windsurf=post_read_code, post_write_code, post_run_command, post_mcp_tool_use; vs-code-copilot=PostToolUse; copilot-cli=postToolUse; kiro=postToolUse; opencode=tool.execute.after; factory-droid=PostToolUse; codex=PostToolUse; cline=PostToolUse
session_start | core>core | claude-code=SessionStart; gemini-cli=SessionStart; cursor=sessionStart; vs-code-copilot=SessionStart; copilot-cli=sessionStart; kiro=agentSpawn>; opencode=session.created; factory-droid=SessionStart; codex=SessionStart; cline=TaskStart, TaskResume
session_end | core>core | claude-code=SessionEnd; gemini-cli=SessionEnd; cursor=sessionEnd; copilot-cli=sessionEnd; opencode=session.deleted; factory-droid=SessionEnd; cline=TaskCancel
before_prompt | core>core | claude-code=UserPromptSubmit; gemini-cli=BeforeAgent; cursor=beforeSubmitPrompt; windsurf=pre_user_prompt; vs-code-copilot=UserPromptSubmit; copilot-cli=userPromptSubmitted; kiro=userPromptSubmit; factory-droid=UserPromptSubmit; codex=UserPromptSubmit; cline=UserPromptSubmit
agent_stop | core>core | claude-code=Stop; gemini-cli=AfterAgent; cursor=stop; windsurf=post_cascade_response; vs-code-copilot=Stop; kiro=stop>Agent Stop; opencode=session.idle; factory-droid=Stop; codex=Stop; cline=TaskComplete
before_compact | extended>extended | claude-code=PreCompact; gemini-cli=PreCompress; vs-code-copilot=PreCompact; opencode=experimental.session.compacting; factory-droid=PreCompact; cline=PreCompact
after_compact | ->extended | claude-code=PostCompact
notification | extended>extended | claude-code=Notification; gemini-cli=Notification; cline=Notification
error_occurred | extended>extended | claude-code=StopFailure; copilot-cli=errorOccurred; opencode=session.error
tool_use_failure | ->extended | claude-code=PostToolUseFailure; cursor=postToolUseFailure; copilot-cli=errorOccurred
file_changed | ->extended | claude-code=FileChanged; cursor=afterFileEdit; kiro=File Save; opencode=file.edited
subagent_start | extended>extended | claude-code=SubagentStart; cursor=subagentStart; vs-code-copilot=SubagentStart; factory-droid=SubagentStart
subagent_stop | extended>extended | claude-code=SubagentStop; cursor=subagentStop; vs-code-copilot=SubagentStop; factory-droid=SubagentStop
permission_request | extended>extended | claude-code=PermissionRequest; opencode=permission.asked
permission_denied | ->extended | claude-code=PermissionDenied
before_model | exclusive>extended | gemini-cli=BeforeModel; cursor=>beforeAgentResponse
after_model | exclusive>extended | gemini-cli=AfterModel; cursor=>afterAgentResponse
before_tool_selection | exclusive>extended | gemini-cli=BeforeToolSelection; cursor=>beforeToolSelection
config_change | exclusive>exclusive | claude-code=ConfigChange
instructions_loaded | ->exclusive | claude-code=InstructionsLoaded
task_created | ->exclusive | claude-code=TaskCreated
task_completed | ->exclusive | claude-code=TaskCompleted
teammate_idle | ->exclusive | claude-code=TeammateIdle
cwd_changed | ->exclusive | claude-code=CwdChanged
elicitation | ->exclusive | claude-code=Elicitation
elicitation_result | ->exclusive | claude-code=ElicitationResult
file_created | exclusive>exclusive | kiro=File Create; opencode=file.edited>
file_saved | exclusive>- | kiro=File Save
file_deleted | exclusive>exclusive | kiro=File Delete
before_task | exclusive>exclusive | kiro=Pre Task Execution
after_task | exclusive>exclusive | kiro=Post Task Execution
manual_trigger | ->exclusive | kiro=Manual Trigger
windsurf_transcript_response | ->exclusive | windsurf=post_cascade_response_with_transcript
windsurf_worktree_setup | ->exclusive | windsurf=post_setup_worktree
opencode_command_before | ->exclusive | opencode=command.execute.before
opencode_command_after | ->exclusive | opencode=command.execute.after
opencode_chat_params | ->exclusive | opencode=chat.params
opencode_chat_headers | ->exclusive | opencode=chat.headers
opencode_shell_env | ->exclusive | opencode=shell.env
opencode_tool_definition | ->exclusive | opencode=tool.definition
opencode_tui_events | ->exclusive | opencode=tui.prompt.append, tui.command.execute
cursor_agent_thought | ->exclusive | cursor=afterAgentThought
cursor_tab_file_read | ->exclusive | cursor=beforeTabFileRead
cursor_tab_file_edit | ->exclusive | cursor=afterTabFileEdit
`;

/** Canonical tool | provider=native name; windsurf names the pair of events that stands for the tool. */
export const TOOLS = `
shell | claude-code=Bash; gemini-cli=run_shell_command; cursor=run_terminal_cmd; windsurf=pre_run_command; copilot-cli=bash; kiro=execute_bash; opencode=bash; factory-droid=Bash; codex=Bash
file_read | claude-code=Read; gemini-cli=read_file; cursor=read_file; windsurf=pre_read_code; copilot-cli=view; kiro=fs_read; opencode=read; factory-droid=Read
file_write | claude-code=Write; gemini-cli=write_file; cursor=edit_file; windsurf=pre_write_code; copilot-cli=create; kiro=fs_write; opencode=write; factory-droid=Write
file_edit | claude-code=Edit; gemini-cli=replace; cursor=edit_file; windsurf=pre_write_code; copilot-cli=edit; kiro=fs_write; opencode=edit; factory-droid=Edit
search | claude-code=Grep; gemini-cli=grep_search; cursor=grep_search; copilot-cli=grep; kiro=grep; opencode=grep; factory-droid=Grep
find | claude-code=Glob; gemini-cli=glob; cursor=file_search; copilot-cli=glob; kiro=glob; opencode=glob; factory-droid=Glob
web_search | claude-code=WebSearch; gemini-cli=google_web_search; cursor=web_search; kiro=web_search; factory-droid=WebSearch
web_fetch | claude-code=WebFetch; gemini-cli=web_fetch; copilot-cli=web_fetch; kiro=web_fetch; factory-droid=WebFetch
agent | claude-code=Agent; copilot-cli=task; kiro=use_subagent; factory-droid=Agent
`;

/** Capability | what happens by default where it is missing | providers that have it. */
export const CAPABILITIES = `
structured_output | warn | claude-code, gemini-cli, cursor, vs-code-copilot, copilot-cli, opencode, factory-droid, codex, cline
input_rewrite | block | claude-code, gemini-cli, vs-code-copilot, opencode, codex
llm_evaluated | exclude | claude-code, codex
http_handler | warn | claude-code
async_execution | warn | claude-code, codex
platform_commands | warn | vs-code-copilot, copilot-cli
custom_env | warn | gemini-cli, vs-code-copilot
configurable_cwd | warn | windsurf, vs-code-copilot, copilot-cli
`;

/** Event | provider=what a blocking answer does there: prevent, retry, observe. */
export const BLOCKING = `
before_tool_execute | claude-code=prevent; gemini-cli=prevent; cursor=prevent; windsurf=prevent; vs-code-copilot=prevent; copilot-cli=prevent; kiro=prevent; opencode=prevent; factory-droid=prevent; codex=prevent; cline=prevent
after_tool_execute | claude-code=observe; gemini-cli=prevent; cursor=observe; windsurf=observe; vs-code-copilot=observe; copilot-cli=observe; kiro=observe; opencode=observe; factory-droid=observe; codex=observe; cline=observe
session_start | claude-code=observe; gemini-cli=observe; cursor=prevent; vs-code-copilot=observe; copilot-cli=observe; kiro=observe; opencode=observe; factory-droid=observe; codex=observe; cline=prevent
session_end | claude-code=observe; gemini-cli=observe; cursor=observe; copilot-cli=observe; kiro=observe; factory-droid=observe; cline=observe
before_prompt | claude-code=prevent; gemini-cli=prevent; cursor=prevent; windsurf=prevent; vs-code-copilot=prevent; copilot-cli=observe; kiro=observe; factory-droid=prevent; codex=prevent; cline=prevent
agent_stop | claude-code=retry; gemini-cli=retry; cursor=observe; windsurf=observe; vs-code-copilot=retry; copilot-cli=observe; kiro=observe; opencode=observe; factory-droid=retry; codex=retry; cline=observe
permission_request | claude-code=prevent; opencode=prevent
`;
