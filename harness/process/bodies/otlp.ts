import type { JsonValue } from '../../model/json.ts';
import { decodeMessage, type Messages, message } from './protobuf.ts';

/** The OpenTelemetry protocol 1.x: field numbers of opentelemetry-proto, names of its JSON mapping. */
const OTLP: Messages = {
  TracesRequest: message({ 1: 'resourceSpans: ResourceSpans[]' }),
  LogsRequest: message({ 1: 'resourceLogs: ResourceLogs[]' }),
  MetricsRequest: message({ 1: 'resourceMetrics: ResourceMetrics[]' }),
  Resource: message({ 1: 'attributes: KeyValue[]', 2: 'droppedAttributesCount: int32' }),
  Scope: message({ 1: 'name: string', 2: 'version: string', 3: 'attributes: KeyValue[]' }),
  KeyValue: message({ 1: 'key: string', 2: 'value: AnyValue' }),
  AnyValue: message({
    1: 'stringValue: string',
    2: 'boolValue: bool',
    3: 'intValue: int64',
    4: 'doubleValue: double',
    5: 'arrayValue: ArrayValue',
    6: 'kvlistValue: KeyValueList',
    7: 'bytesValue: bytes',
  }),
  ArrayValue: message({ 1: 'values: AnyValue[]' }),
  KeyValueList: message({ 1: 'values: KeyValue[]' }),
  ResourceSpans: message({ 1: 'resource: Resource', 2: 'scopeSpans: ScopeSpans[]', 3: 'schemaUrl: string' }),
  ScopeSpans: message({ 1: 'scope: Scope', 2: 'spans: Span[]', 3: 'schemaUrl: string' }),
  Span: message({
    1: 'traceId: id',
    2: 'spanId: id',
    3: 'traceState: string',
    4: 'parentSpanId: id',
    5: 'name: string',
    6: 'kind: int32',
    7: 'startTimeUnixNano: fixed64',
    8: 'endTimeUnixNano: fixed64',
    9: 'attributes: KeyValue[]',
    10: 'droppedAttributesCount: int32',
    11: 'events: SpanEvent[]',
    12: 'droppedEventsCount: int32',
    13: 'links: Link[]',
    14: 'droppedLinksCount: int32',
    15: 'status: Status',
    16: 'flags: fixed32',
  }),
  SpanEvent: message({ 1: 'timeUnixNano: fixed64', 2: 'name: string', 3: 'attributes: KeyValue[]' }),
  Link: message({ 1: 'traceId: id', 2: 'spanId: id', 3: 'traceState: string', 4: 'attributes: KeyValue[]' }),
  Status: message({ 2: 'message: string', 3: 'code: int32' }),
  ResourceLogs: message({ 1: 'resource: Resource', 2: 'scopeLogs: ScopeLogs[]', 3: 'schemaUrl: string' }),
  ScopeLogs: message({ 1: 'scope: Scope', 2: 'logRecords: LogRecord[]', 3: 'schemaUrl: string' }),
  LogRecord: message({
    1: 'timeUnixNano: fixed64',
    2: 'severityNumber: int32',
    3: 'severityText: string',
    5: 'body: AnyValue',
    6: 'attributes: KeyValue[]',
    7: 'droppedAttributesCount: int32',
    8: 'flags: fixed32',
    9: 'traceId: id',
    10: 'spanId: id',
    11: 'observedTimeUnixNano: fixed64',
    12: 'eventName: string',
  }),
  ResourceMetrics: message({ 1: 'resource: Resource', 2: 'scopeMetrics: ScopeMetrics[]', 3: 'schemaUrl: string' }),
  ScopeMetrics: message({ 1: 'scope: Scope', 2: 'metrics: Metric[]', 3: 'schemaUrl: string' }),
  Metric: message({
    1: 'name: string',
    2: 'description: string',
    3: 'unit: string',
    5: 'gauge: Points',
    7: 'sum: Sum',
    9: 'histogram: Histogram',
    12: 'metadata: KeyValue[]',
  }),
  Points: message({ 1: 'dataPoints: NumberPoint[]' }),
  Sum: message({ 1: 'dataPoints: NumberPoint[]', 2: 'aggregationTemporality: int32', 3: 'isMonotonic: bool' }),
  NumberPoint: message({
    2: 'startTimeUnixNano: fixed64',
    3: 'timeUnixNano: fixed64',
    4: 'asDouble: double',
    6: 'asInt: sfixed64',
    7: 'attributes: KeyValue[]',
  }),
  Histogram: message({ 1: 'dataPoints: HistogramPoint[]', 2: 'aggregationTemporality: int32' }),
  HistogramPoint: message({
    2: 'startTimeUnixNano: fixed64',
    3: 'timeUnixNano: fixed64',
    4: 'count: fixed64',
    5: 'sum: double',
    6: 'bucketCounts: fixed64[]',
    7: 'explicitBounds: double[]',
    9: 'attributes: KeyValue[]',
  }),
};

const REQUEST_OF: readonly (readonly [RegExp, string])[] = [
  [/\/v1\/traces\/?$/, 'TracesRequest'],
  [/\/v1\/logs\/?$/, 'LogsRequest'],
  [/\/v1\/metrics\/?$/, 'MetricsRequest'],
];

/** True for an address that OTLP over HTTP uses. */
export function isOtlpPath(path: string): boolean {
  return REQUEST_OF.some(([pattern]) => pattern.test(path));
}

/** A protobuf body as OTLP's JSON mapping; undefined where it is none. */
export function decodeOtlp(path: string, body: Buffer): JsonValue | undefined {
  const name = REQUEST_OF.find(([pattern]) => pattern.test(path))?.[1];
  if (name === undefined) return undefined;
  try {
    return decodeMessage(OTLP, name, body);
  } catch {
    return undefined;
  }
}
