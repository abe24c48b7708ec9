import { inflate } from '../../leaks/views.ts';
import { isObject, type JsonValue } from '../../model/json.ts';
import type { RequestContent } from '../../model/observation.ts';
import { decodeOtlp, isOtlpPath } from './otlp.ts';

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** The body without its content-encoding; as it came where that is unknown or wrong. */
export function decodedBody(headers: Readonly<Record<string, string>>, body: Buffer): Buffer {
  switch (headers['content-encoding']?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return inflate(body, 'gzip') ?? body;
    case 'deflate':
      return inflate(body, 'zlib') ?? inflate(body, 'deflate') ?? body;
    case 'br':
      return inflate(body, 'brotli') ?? body;
    default:
      return body;
  }
}

/** What a CloudEvent carries: its data, decoded where it is base64; the event itself where it carries nothing. */
function cloudEventData(event: JsonValue): JsonValue {
  if (!isObject(event)) return event;
  const coded = event['data_base64'];
  if (typeof coded === 'string') {
    const text = Buffer.from(coded, 'base64').toString('utf8');
    return parse(text) ?? text;
  }
  return (event['data'] as JsonValue | undefined) ?? event;
}

/** Tells a request's documents apart. Pure: a judge reads the result instead of bytes. */
export function requestContent(url: string, headers: Readonly<Record<string, string>>, body: Buffer): RequestContent {
  const plain = decodedBody(headers, body);
  const content = contentOf(url, headers, plain);
  return plain === body ? content : { ...content, plain };
}

function contentOf(url: string, headers: Readonly<Record<string, string>>, plain: Buffer): RequestContent {
  const path = (url.split('?', 1)[0] ?? '').replace(/^https?:\/\/[^/]*/, '');
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (plain.length === 0) return { format: 'empty', documents: [] };
  if (type === 'application/x-protobuf' || type === 'application/protobuf') {
    const decoded = decodeOtlp(path, plain);
    return decoded === undefined ? { format: 'binary', documents: [] } : { format: 'otlp', documents: [decoded] };
  }
  const text = plain.toString('utf8');
  if (type === 'application/x-www-form-urlencoded') {
    return { format: 'form', documents: [Object.fromEntries(new URLSearchParams(text))] };
  }
  const whole = parse(text);
  if (type === 'application/cloudevents+json' || type === 'application/cloudevents-batch+json') {
    const events = Array.isArray(whole) ? (whole as JsonValue[]) : whole === undefined ? [] : [whole];
    return { format: 'cloudevents', documents: events.map(cloudEventData) };
  }
  if (whole !== undefined && headers['ce-specversion'] !== undefined)
    return { format: 'cloudevents', documents: [whole] };
  if (whole !== undefined) {
    if (isOtlpPath(path)) return { format: 'otlp', documents: [whole] };
    return { format: 'json', documents: Array.isArray(whole) ? (whole as JsonValue[]) : [whole] };
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const documents = lines.map(parse);
  if (lines.length > 0 && documents.every((document) => document !== undefined)) return { format: 'jsonl', documents };
  return { format: plain.includes(0) ? 'binary' : 'text', documents: [] };
}
