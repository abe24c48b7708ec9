import type { JsonValue } from '../../model/json.ts';

/** How a field is written on the wire and shown in JSON: the JSON mapping of OTLP shows ids in hexadecimal. */
export type Scalar =
  | 'string'
  | 'id'
  | 'bytes'
  | 'bool'
  | 'int32'
  | 'int64'
  | 'fixed32'
  | 'fixed64'
  | 'sfixed64'
  | 'double';
export interface Field {
  readonly name: string;
  /** A scalar or the name of a message. */
  readonly type: string;
  readonly repeated: boolean;
}
/** Messages by name, their fields by number. */
export type Messages = Readonly<Record<string, Readonly<Record<number, Field>>>>;

/** `name: type` or `name: type[]` by field number, as short as a table can be. */
export function message(fields: Readonly<Record<number, string>>): Readonly<Record<number, Field>> {
  return Object.fromEntries(
    Object.entries(fields).map(([number, text]) => {
      const [name = '', type = ''] = text.split(': ');
      return [number, { name, type: type.replace('[]', ''), repeated: type.endsWith('[]') }];
    }),
  );
}

class Reader {
  readonly #bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.at >= this.#bytes.length;
  }

  varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) break;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return BigInt.asUintN(64, value);
    }
    throw new Error('not protobuf: a number without end');
  }

  take(length: number): Buffer {
    if (this.at + length > this.#bytes.length) throw new Error('not protobuf: cut off');
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }
}

const DEEPEST = 64;

/** A message as its JSON mapping has it; fields that the table doesn't know are left out. Throws where it is no protobuf. */
export function decodeMessage(messages: Messages, name: string, bytes: Buffer, depth = 0): Record<string, JsonValue> {
  if (depth > DEEPEST) throw new Error('not protobuf: nested too deep');
  const fields = messages[name] ?? {};
  const result: Record<string, JsonValue> = {};
  const reader = new Reader(bytes);
  while (!reader.done) {
    const tag = reader.varint();
    const wire = Number(tag & 7n);
    const field = fields[Number(tag >> 3n)];
    if (wire === 0) set(result, field, varintValue(field?.type, reader.varint()));
    else if (wire === 1) set(result, field, fixed64Value(field?.type, reader.take(8)));
    else if (wire === 5) set(result, field, reader.take(4).readUInt32LE());
    else if (wire === 2) {
      const inner = reader.take(Number(reader.varint()));
      if (field === undefined) continue;
      for (const value of lengthValues(messages, field, inner, depth)) set(result, field, value);
    } else throw new Error('not protobuf: a wire type that is no longer used');
  }
  return result;
}

function set(result: Record<string, JsonValue>, field: Field | undefined, value: JsonValue): void {
  if (field === undefined) return;
  const old = result[field.name];
  result[field.name] = field.repeated ? [...(Array.isArray(old) ? (old as JsonValue[]) : []), value] : value;
}

function varintValue(type: string | undefined, value: bigint): JsonValue {
  if (type === 'bool') return value !== 0n;
  // 64-bit numbers are texts in the JSON mapping: JavaScript's own would lose digits.
  return type === 'int64' ? String(BigInt.asIntN(64, value)) : Number(BigInt.asIntN(32, value));
}

function fixed64Value(type: string | undefined, bytes: Buffer): JsonValue {
  if (type === 'double') return bytes.readDoubleLE();
  return String(type === 'sfixed64' ? bytes.readBigInt64LE() : bytes.readBigUInt64LE());
}

function lengthValues(messages: Messages, field: Field, bytes: Buffer, depth: number): readonly JsonValue[] {
  if (field.type === 'string') return [bytes.toString('utf8')];
  if (field.type === 'id') return [bytes.toString('hex')];
  if (field.type === 'bytes') return [bytes.toString('base64')];
  if (field.type in messages) return [decodeMessage(messages, field.type, bytes, depth + 1)];
  // Packed numbers.
  const values: JsonValue[] = [];
  const reader = new Reader(bytes);
  while (!reader.done) {
    const wide = field.type === 'double' || field.type === 'fixed64' || field.type === 'sfixed64';
    values.push(wide ? fixed64Value(field.type, reader.take(8)) : varintValue(field.type, reader.varint()));
  }
  return values;
}
