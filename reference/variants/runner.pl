#!/usr/bin/perl
# A runner of hooks/0.1 manifests, written from the text of the specification alone. It chooses otherwise than the reference:
# it ends at the first hook that blocks, leaves a keeper behind an asynchronous hook, takes handlers that it cannot run with a
# warning, and lets a policy of a higher scope override a lower one key by key.
use strict; use warnings; use utf8;
use JSON::PP; use Cwd qw(getcwd); use File::Basename qw(dirname); use File::Spec;
use POSIX qw(:sys_wait_h setsid); use Time::HiRes qw(time sleep); use IO::Select; use Fcntl;

my $json = JSON::PP->new->utf8->allow_nonref->canonical;
my $out = JSON::PP->new->utf8->canonical;
$SIG{PIPE} = 'IGNORE'; $| = 1;
my @LIST = qw(shell file_read file_write file_edit search find web_search web_fetch agent);
my %NATIVE = (
  'claude-code'   => [qw(Bash Read Write Edit Grep Glob WebSearch WebFetch Agent)],
  'factory-droid' => [qw(Bash Read Write Edit Grep Glob WebSearch WebFetch Agent)],
  'gemini-cli'    => [qw(run_shell_command read_file write_file replace grep_search glob google_web_search web_fetch), ''],
  'cursor'        => [qw(run_terminal_cmd read_file edit_file edit_file grep_search file_search web_search), '', ''],
  'copilot-cli'   => ['bash', 'view', 'create', 'edit', 'grep', 'glob', '', 'web_fetch', 'task'],
  'kiro'          => [qw(execute_bash fs_read fs_write fs_write grep glob web_search web_fetch use_subagent)],
  'opencode'      => [qw(bash read write edit grep glob), '', '', ''],
  'codex'         => ['Bash', ('') x 8],
);
my %EVENT = map { $_ => 1 } qw(before_tool_execute after_tool_execute session_start session_end before_prompt agent_stop
  before_compact after_compact notification error_occurred tool_use_failure file_changed subagent_start subagent_stop permission_request
  permission_denied before_model after_model before_tool_selection config_change instructions_loaded task_created task_completed
  teammate_idle cwd_changed elicitation elicitation_result file_created file_deleted before_task after_task manual_trigger
  windsurf_transcript_response windsurf_worktree_setup opencode_command_before opencode_command_after opencode_chat_params
  opencode_chat_headers opencode_shell_env opencode_tool_definition opencode_tui_events cursor_agent_thought cursor_tab_file_read
  cursor_tab_file_edit);
my %WATCH = map { $_ => 1 } qw(after_tool_execute session_start session_end);

sub refuse { print STDERR "refused: $_[0]\n"; exit 1 }
sub is_obj { ref $_[0] eq 'HASH' } sub is_arr { ref $_[0] eq 'ARRAY' }
sub is_bool { JSON::PP::is_bool($_[0]) }
sub is_num { my $v = shift; defined $v && !ref $v && $json->encode($v) =~ /^-?[0-9]/ }
sub is_str { my $v = shift; defined $v && !ref $v && $json->encode($v) =~ /^"/ }

sub matcher_ok {
  my ($m, $at, $deep, $warn) = @_;
  if (is_str($m)) { push @$warn, "$at: tool \"$m\" is not in the vocabulary, taken literally" unless grep { $_ eq $m } @LIST; return }
  if (is_arr($m) && !$deep) { matcher_ok($_, $at, 1, $warn) for @$m; push @$warn, "$at: an empty array matches nothing" unless @$m; return }
  refuse("$at: a matcher is a string, an object or an array of these") unless is_obj($m);
  refuse("$at: pattern or mcp, one of them") unless (exists $m->{pattern}) != (exists $m->{mcp});
  if (exists $m->{pattern}) {
    refuse("$at: pattern is a string") unless is_str($m->{pattern});
    (my $bare = $m->{pattern}) =~ s/\\[^0-9kgGRXKZ]//g; $bare =~ s/\[\^?\]?[^\]]*\]/x/g;
    refuse("$at: \"$m->{pattern}\" needs more than RE2") if $bare =~ /\(\?(?:[=!>|#&R0-9(+-]*[=!>&R(]|<[=!]|P[=>]|R)|\\[1-9kgGRXKZ]|[*+?}]\+/;
    refuse("$at: \"$m->{pattern}\" is no expression") unless eval { no warnings; qr/$m->{pattern}/; 1 };
  } else {
    my $x = $m->{mcp};
    refuse("$at: mcp.server is a string") unless is_obj($x) && is_str($x->{server});
    refuse("$at: mcp.tool is a string") if exists $x->{tool} && !is_str($x->{tool});
  }
}

sub load {
  my ($path) = @_;
  my $text = do { open my $f, '<:raw', $path or refuse("no manifest at $path"); local $/; <$f> };
  my $doc = eval { $json->decode($text) };
  if (!defined $doc) {
    open my $p, '-|', 'python3', '-c', 'import sys,yaml,json;json.dump(yaml.safe_load(open(sys.argv[1],encoding="utf-8")),sys.stdout)', $path or refuse('no yaml');
    local $/; my $t = <$p>; close $p; $doc = eval { $json->decode($t) };
    refuse('the manifest is neither JSON nor YAML') unless defined $doc;
  }
  my @warn;
  refuse('the manifest is an object') unless is_obj($doc);
  refuse('spec must be "hooks/0.1"') unless is_str($doc->{spec}) && $doc->{spec} eq 'hooks/0.1';
  refuse('hooks must be an array with at least one hook') unless is_arr($doc->{hooks}) && @{$doc->{hooks}};
  my $n = 0;
  for my $h (@{$doc->{hooks}}) {
    $n++; my $at = "hook $n";
    refuse("$at is no object") unless is_obj($h);
    refuse("$at: event is missing") unless is_str($h->{event});
    push @warn, "$at: event \"$h->{event}\" is unknown" unless $EVENT{$h->{event}};
    matcher_ok($h->{matcher}, "$at: matcher", 0, \@warn) if exists $h->{matcher};
    refuse("$at: blocking is a boolean") if exists $h->{blocking} && !is_bool($h->{blocking});
    refuse("$at: name is a string") if exists $h->{name} && !is_str($h->{name});
    push @warn, "$at: capabilities is no array of strings and is not looked at"
      if exists $h->{capabilities} && !(is_arr($h->{capabilities}) && !grep { !is_str($_) } @{$h->{capabilities}});
    for my $k (qw(degradation provider_data)) { refuse("$at: $k is an object") if exists $h->{$k} && !is_obj($h->{$k}) }
    for my $v (values %{$h->{degradation} // {}}) { refuse("$at: a strategy is block, warn or exclude") unless is_str($v) && $v =~ /^(?:block|warn|exclude)\z/ }
    for my $v (values %{$h->{provider_data} // {}}) { refuse("$at: provider_data holds objects") unless is_obj($v) }
    my $d = $h->{handler};
    refuse("$at: handler is missing") unless is_obj($d);
    refuse("$at: handler.type is missing") unless is_str($d->{type});
    refuse("$at: handler.command is missing") if $d->{type} eq 'command' && !(is_str($d->{command}) && length $d->{command});
    for my $k (qw(command cwd status_message)) { refuse("$at: $k is a string") if exists $d->{$k} && !is_str($d->{$k}) }
    for my $k (qw(platform env)) { if (exists $d->{$k}) { refuse("$at: $k is an object of strings") unless is_obj($d->{$k}) && !grep { !is_str($_) } values %{$d->{$k}} } }
    for my $k (keys %{$d->{platform} // {}}) { push @warn, "$at: platform key \"$k\" is unknown" unless $k =~ /^(?:windows|linux|darwin)\z/ }
    refuse("$at: timeout is a number of seconds, 0 or more") if exists $d->{timeout} && !(is_num($d->{timeout}) && $d->{timeout} >= 0);
    refuse("$at: timeout_action is warn or block") if exists $d->{timeout_action} && !(is_str($d->{timeout_action}) && $d->{timeout_action} =~ /^(?:warn|block)\z/);
    refuse("$at: async is a boolean") if exists $d->{async} && !is_bool($d->{async});
    push @warn, "$at: blocking has no effect on $h->{event}" if $h->{blocking} && $WATCH{$h->{event}};
    push @warn, "$at: handler type \"$d->{type}\" is not run here" if $d->{type} ne 'command';
  }
  return ($doc->{hooks}, \@warn);
}

sub hit {
  my ($m, $provider, $name, $native) = @_;
  if (is_arr($m)) { for (@$m) { return 1 if hit($_, $provider, $name, $native) } return 0 }
  if (!ref $m) {
    my $row = $NATIVE{$provider};
    for my $i (0 .. $#LIST) { next unless $LIST[$i] eq $m; return 1 if $name eq $m; return $row && length $row->[$i] && $row->[$i] eq $native ? 1 : 0 }
    return $m eq $native || $m eq $name ? 1 : 0;
  }
  if (exists $m->{pattern}) { return $native =~ /$m->{pattern}/ ? 1 : 0 }
  my ($s, $t) = @{$m->{mcp}}{qw(server tool)};
  return defined $t ? $native eq "mcp__${s}__$t" : index($native, "mcp__${s}__") == 0;
}

sub spawn {
  my ($d, $root, $dir) = @_;
  my $os = $^O eq 'MSWin32' ? 'windows' : $^O eq 'darwin' ? 'darwin' : 'linux';
  my $cmd = $d->{platform}{$os} // $d->{command};
  my ($word, $rest) = $cmd =~ /^(\S+)(.*)$/s;
  if (defined $word && $word =~ m{/} && $word !~ m{^/}) { (my $p = File::Spec->catfile($dir, $word)) =~ s/'/'\\''/g; $cmd = "'$p'$rest" }
  pipe(my $ir, my $iw); pipe(my $or, my $ow); pipe(my $er, my $ew);
  my $pid = fork // die;
  if (!$pid) {
    setsid(); open STDIN, '<&', $ir; open STDOUT, '>&', $ow; open STDERR, '>&', $ew; close $_ for $iw, $or, $er;
    chdir(File::Spec->catdir($root, $d->{cwd} // '.')) or POSIX::_exit(127);
    my $e = $d->{env} // {}; for (keys %$e) { my ($k, $v) = ($_, $e->{$_}); utf8::encode($k); utf8::encode($v); $ENV{$k} = $v }
    utf8::encode($cmd); exec '/bin/sh', '-c', $cmd or POSIX::_exit(127);
  }
  close $_ for $ir, $ow, $ew;
  return ($pid, $iw, $or, $er);
}

sub run_hook {
  my ($d, $root, $dir, $feed) = @_;
  my ($pid, $in, $o, $e) = spawn($d, $root, $dir);
  my $limit = $d->{timeout} || 30;
  if ($d->{async}) {
    # a keeper outlives us and ends the hook at its limit
    my $k = fork // die;
    if (!$k) { setsid(); open STDOUT, '>', '/dev/null'; open STDERR, '>', '/dev/null'; print $in $feed; close $in;
      sleep $limit; kill 'KILL', -$pid; POSIX::_exit(0) }
    close $_ for $in, $o, $e; return;
  }
  my $w = fork // die;
  if (!$w) { close $o; close $e; print $in $feed; close $in; POSIX::_exit(0) }
  close $in;
  my ($so, $se) = ('', ''); my $end = time + $limit; my $s = IO::Select->new($o, $e); my $late = 0;
  while ($s->count) {
    my $left = $end - time; if ($left <= 0) { $late = 1; last }
    for my $f ($s->can_read($left)) { my $n = sysread $f, my $buf, 65536; if (!$n) { $s->remove($f) } elsif ($f == $o) { $so .= $buf } else { $se .= $buf } }
  }
  my $code;
  until ($late) { if (waitpid($pid, WNOHANG) == $pid) { $code = $?; last } if (time > $end) { $late = 1 } else { sleep 0.01 } }
  kill 'KILL', -$pid if $late; waitpid($pid, 0) if $late; kill 'KILL', $w; waitpid $w, 0;
  return { late => $late, code => $late ? undef : ($code & 127 ? 128 + ($code & 127) : $code >> 8), out => $so, err => $se };
}

sub denied {
  my ($h, $job) = @_;
  my %p;
  for my $scope (qw(project user organization system)) {
    for my $q (grep { $_->{scope} eq $scope } @{$job->{policy} // []}) {
      for my $k (qw(disable_all_hooks allow_managed_only)) { $p{$k} = $q->{$k} ? 1 : 0 if exists $q->{$k} }
      for my $k (qw(capability_restrictions event_restrictions)) { $p{$k}{$_} = $q->{$k}{$_} for keys %{$q->{$k} // {}} }
    }
  }
  my $managed = $job->{managed} ? 1 : 0;
  return 'all hooks are disabled' if $p{disable_all_hooks};
  return 'only managed hooks may run' if $p{allow_managed_only} && !$managed;
  my $no = sub { my $r = shift // 'allow'; $r eq 'deny' || $r eq 'managed_only' && !$managed };
  return "event $h->{event} is restricted" if $no->($p{event_restrictions}{$h->{event}});
  my $d = $h->{handler}; my $g = $h->{degradation} // {};
  my %uses = (llm_evaluated => ($d->{type} =~ /^(?:prompt|agent)\z/ ? 1 : 0), http_handler => $d->{type} eq 'http', async_execution => $d->{async},
    platform_commands => exists $d->{platform}, custom_env => exists $d->{env}, configurable_cwd => exists $d->{cwd},
    input_rewrite => exists $g->{input_rewrite}, structured_output => $h->{blocking} || exists $g->{input_rewrite} || exists $g->{structured_output});
  for (sort keys %uses) { return "capability $_ is restricted" if $uses{$_} && $no->($p{capability_restrictions}{$_}) }
  return;
}

sub one {
  my ($job, $hooks, $said, $root, $dir, $event, $payload) = @_;
  my ($name, $native) = ($payload->{tool_name} // '', $payload->{native_tool_name} // '');
  my @warn = @$said; my %r = (decision => 'allow'); my (@ctx, @msg);
  my $feed = $json->encode({ %$payload, event => $event });
  my $n = 0;
  for my $h (@$hooks) {
    $n++;
    next unless $h->{event} eq $event && $EVENT{$event};
    next if $event =~ /^(?:before|after)_tool_execute\z/ && exists $h->{matcher} && !hit($h->{matcher}, $job->{provider} // '', $name, $native);
    my $who = $h->{name} // "Hook $n"; my $d = $h->{handler};
    if (my $why = denied($h, $job)) { push @warn, "$who: not run, $why"; next }
    next if $d->{type} ne 'command';
    my $blocking = $h->{blocking} && !$WATCH{$event};
    print STDERR "$who on $event: started", ($d->{async} ? ', not waited for' : ''), "\n";
    my $x = run_hook($d, $root, $dir, $feed) or next;
    my $err = $x->{err}; $err =~ s/\s+\z//; utf8::decode($err);
    print STDERR "$who on $event: ", ($x->{late} ? 'out of time' : "exit $x->{code}"), " $x->{err} ", ($x->{out} =~ /^\s*(?:\{.*)?\z/s ? '' : $x->{out}), "\n";
    if ($x->{late}) {
      if ($blocking && ($d->{timeout_action} // 'warn') eq 'block') { @r{qw(decision reason)} = ('block', "$who ran out of time"); last }
      push @warn, "$who ran out of time"; next;
    }
    if ($x->{code} == 2 && $blocking) { @r{qw(decision reason)} = ('block', length $err ? $err : "$who blocks"); last }
    if ($x->{code} != 0) { push @warn, "$who ended with $x->{code}: $err"; next }
    next unless $x->{out} =~ /\S/;
    my $a = eval { $json->decode($x->{out}) };
    if (!is_obj($a)) { push @warn, "$who answered what is no JSON object"; next }
    push @ctx, $a->{context} if is_str($a->{context});
    push @msg, $a->{system_message} if is_str($a->{system_message});
    $r{suppress_output} = JSON::PP::true if $a->{suppress_output};
    $r{continue} = JSON::PP::false if exists $a->{continue} && is_bool($a->{continue}) && !$a->{continue};
    my $dec = is_str($a->{decision}) ? $a->{decision} : 'allow';
    $dec = 'deny' if $dec eq 'ask' && !$job->{interactive};
    if (($dec eq 'deny' || $dec eq 'ask') && $WATCH{$event}) { push @warn, "$who: $dec has no effect on $event" }
    elsif ($dec eq 'deny') { $r{decision} = 'block'; $r{reason} = is_str($a->{reason}) ? $a->{reason} : "$who denies"; last }
    elsif ($dec eq 'ask') { if ($r{decision} eq 'allow') { $r{decision} = 'ask'; $r{reason} = is_str($a->{reason}) ? $a->{reason} : "$who asks" } }
    elsif ($dec ne 'allow') { push @warn, "$who: unknown decision \"$dec\"" }
    $r{updated_input} = $a->{updated_input} if is_obj($a->{updated_input});
  }
  delete $r{updated_input} if $r{decision} eq 'block';
  $r{context} = join "\n", @ctx if @ctx; $r{system_message} = join "\n", @msg if @msg;
  $r{warnings} = \@warn;
  print $out->encode(\%r), "\n";
}

my $job = do { local $/; $json->decode(<STDIN>) };
my $root = getcwd(); my $path = File::Spec->catfile($root, $job->{manifest});
my ($hooks, $said) = load($path);
one($job, $hooks, $said, $root, dirname($path), $_->{event}, $_->{payload} // {}) for $job->{events} ? @{$job->{events}} : ($job);
