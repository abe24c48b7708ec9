/** UUIDs by shape. The version and variant digits are not looked at, because published examples break them (E-AH-23). */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** The string form of RFC 9562, section 4, without braces and without `urn:uuid:`, which is the form of a URI. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** A UUID of version 4 with the variant that RFC 9562 defines. */
export function isUuidV4(text: string): boolean {
  return UUID_V4.test(text);
}
