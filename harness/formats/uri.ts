/** Absolute URIs, exactly as RFC 3986, appendix A, has them: a scheme is required and only ASCII is allowed. */

const PCT = '%[0-9A-Fa-f]{2}';
const UNRESERVED = '[A-Za-z0-9\\-._~]';
const SUB_DELIMS = "[!$&'()*+,;=]";
const PCHAR = `(?:${UNRESERVED}|${PCT}|${SUB_DELIMS}|[:@])`;
const SCHEME = /^[A-Za-z][A-Za-z0-9+\-.]*$/;
const USERINFO = new RegExp(`^(?:${UNRESERVED}|${PCT}|${SUB_DELIMS}|:)*$`);
const REG_NAME = new RegExp(`^(?:${UNRESERVED}|${PCT}|${SUB_DELIMS})*$`);
const PATH = new RegExp(`^(?:${PCHAR}|/)*$`);
const QUERY = new RegExp(`^(?:${PCHAR}|[/?])*$`);
const IPV_FUTURE = new RegExp(`^v[0-9A-Fa-f]+\\.(?:${UNRESERVED}|${SUB_DELIMS}|:)+$`, 'i');
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** RFC 3986 `IPv6address`: eight groups of at most four hex digits, one run of them as `::`, the last two as IPv4. */
export function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  let groups = 0;
  for (const [index, half] of halves.entries()) {
    if (half === '') continue;
    const parts = half.split(':');
    for (const [position, part] of parts.entries()) {
      const last = index === halves.length - 1 && position === parts.length - 1;
      if (last && IPV4.test(part)) groups += 2;
      else if (/^[0-9A-Fa-f]{1,4}$/.test(part)) groups += 1;
      else return false;
    }
  }
  // `::` stands for at least one group.
  return halves.length === 2 ? groups <= 7 : groups === 8;
}

function isHost(host: string): boolean {
  if (!host.startsWith('[')) return REG_NAME.test(host);
  if (!host.endsWith(']')) return false;
  const literal = host.slice(1, -1);
  return isIpv6(literal) || IPV_FUTURE.test(literal);
}

function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf('@');
  if (at >= 0 && !USERINFO.test(authority.slice(0, at))) return false;
  const rest = authority.slice(at + 1);
  const port = /:(\d*)$/.exec(rest);
  // A colon inside an IP literal is no port.
  return isHost(port !== null && !rest.endsWith(']') ? rest.slice(0, port.index) : rest);
}

/** RFC 3986 `URI`: what a file, a document or a mailbox is named by when nothing is relative. */
export function isUri(text: string): boolean {
  const parts = /^([^:/?#]+):(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/.exec(text);
  if (parts === null) return false;
  const [, scheme = '', authority, path = '', query = '', fragment = ''] = parts;
  if (!SCHEME.test(scheme) || !PATH.test(path) || !QUERY.test(query) || !QUERY.test(fragment)) return false;
  return authority === undefined || isAuthority(authority);
}
