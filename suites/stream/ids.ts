const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id and what it is of; nothing for one that is none, because it identifies nothing: other rows say that. */
export function identified(id: unknown, of: string): readonly (readonly [id: string, of: string])[] {
  return typeof id === 'string' && id !== '' ? [[id, of]] : [];
}

/** An id as it is compared with others: a UUID in capitals is the same UUID (RFC 9562, section 4). */
export function comparableId(id: string): string {
  return UUID.test(id) ? id.toLowerCase() : id;
}
