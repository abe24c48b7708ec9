import { attribute } from '../reporters/xml.ts';
import type { Badge, BadgeColour } from './badge.ts';

const HEX: Readonly<Record<BadgeColour, string>> = { brightgreen: '#2c7a3f', red: '#b3342c', lightgrey: '#6b7280' };

/** Rough widths at 11 px of the fonts named below; `textLength` makes the drawing exact whatever font there is. */
function textWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/[ijlI.,:;'|!()[\]/ ]/.test(character)) width += 4;
    else if (/[mwMW@%]/.test(character)) width += 10;
    else if (/[A-Z0-9+·]/.test(character)) width += 7.3;
    else width += 6.5;
  }
  return Math.ceil(width);
}

/** A flat badge: two fields, all text readable by a screen reader, no script, no style sheet, no link to anywhere. */
export function badgeSvg(badge: Badge): string {
  const left = textWidth(badge.label) + 14;
  const right = textWidth(badge.message) + 14;
  const title = attribute(`${badge.label}: ${badge.message}`);
  const text = (x: number, width: number, words: string): string =>
    `<text x="${x}" y="14" textLength="${width - 14}" lengthAdjust="spacingAndGlyphs">${attribute(words)}</text>`;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3f4652"/><rect x="${left}" width="${right}" height="20" fill="${HEX[badge.colour]}"/></g>`,
    `<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">`,
    text(7, left, badge.label),
    text(left + 7, right, badge.message),
    '</g>',
    '</svg>',
  ].join('\n')}\n`;
}

/** The JSON that a shields endpoint badge reads. */
export function badgeEndpoint(badge: Badge): string {
  return `${JSON.stringify(
    {
      schemaVersion: 1,
      label: badge.label,
      message: badge.message,
      color: badge.colour,
      isError: badge.colour === 'red',
    },
    null,
    2,
  )}\n`;
}
