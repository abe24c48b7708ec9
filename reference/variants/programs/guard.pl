#!/usr/bin/env perl
# A guard for Claude Code and its kin in Perl: exit 2 with the reason on stderr. It thinks aloud on stderr and is in no hurry.
use strict;
use warnings;

binmode STDIN;
local $/;
my $payload = <STDIN> // '';
print STDERR "guard.pl: read ", length($payload), " bytes\r\n";
select undef, undef, undef, 0.2;
# Escapes that JSON writers choose freely, undone where they stand for ASCII.
$payload =~ s/\\u00([0-7][0-9a-fA-F])/chr hex $1/ge;
$payload =~ s/\\[nt]/ /g;
$payload =~ s/\\\//\//g;
my $danger = qr/\brm\s+-\w*[rf]|git\s+push\b.*--force|git\s+reset\s+--hard|\|\s*(ba|z)?sh\b|\bsudo\b|\.env\b/s;
# Whatever shows no command is stopped as well: what broke must not wave through what it was written to stop.
if ($payload !~ /^\s*(\xEF\xBB\xBF)?\s*\{.*"command"\s*:\s*".*\}\s*$/s || $payload =~ $danger) {
    print STDERR "guard.pl: this guard stops what can't be undone\r\n";
    exit 2;
}
exit 0;
