import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { RequirementRow } from '../../suites/requirement-source.ts';
import type { Check, CheckKind, Contract } from '../../vendors/contract.ts';
import { CHECK_KINDS } from '../../vendors/contract.ts';
import type { Vendor } from '../../vendors/model.ts';
import { VENDORS } from '../../vendors/slugs.ts';

const PATTERN = '{VENDOR}';

function limitOf({ timeout }: Vendor): string {
  if (timeout.default === null) return 'the time that it is given';
  return `${timeout.unit === 's' ? timeout.default : timeout.default / 1000} s`;
}

function contracts(root: string): { vendor: Vendor; contract: Contract }[] {
  const known = new Set(readdirSync(join(root, 'vendors')));
  return VENDORS.filter((slug) => known.has(slug) && existsSync(join(root, 'vendors', slug, 'contract.yaml'))).map(
    (slug) => {
      const yaml = (name: string): unknown =>
        parse(readFileSync(join(root, 'vendors', slug, name), 'utf8'), { merge: true });
      return { vendor: yaml('vendor.yaml') as Vendor, contract: yaml('contract.yaml') as Contract };
    },
  );
}

function rowFor(row: RequirementRow, vendor: Vendor, check: Check): RequirementRow {
  const filled = (text: string): string =>
    text.replaceAll('{name}', vendor.name).replaceAll('{limit}', limitOf(vendor));
  return {
    ...row,
    id: row.id.replace(PATTERN, vendor.slug.toUpperCase()),
    statement: filled(check.statement ?? row.statement),
    section: check.source,
    grade: check.grade,
    keyword: check.grade === 'fail' ? row.keyword : 'SHOULD',
  };
}

/**
 * Rows whose id holds `{VENDOR}` stand for one row a vendor: that of every contract which gives a source for the check that
 * the rest of the id names. Other rows stay as they are.
 */
export function perVendor(root: string, rows: readonly RequirementRow[]): RequirementRow[] {
  if (!rows.some(({ id }) => id.includes(PATTERN))) return [...rows];
  const all = contracts(root);
  const patterns = rows.filter(({ id }) => id.includes(PATTERN));
  const made = all.flatMap(({ vendor, contract }) =>
    patterns.flatMap((row) => {
      const kind = row.id.slice(row.id.indexOf('}-') + 2).toLowerCase();
      if (!(CHECK_KINDS as readonly string[]).includes(kind))
        throw new Error(`${row.id} is no check of vendors/contract.ts`);
      const check = contract.checks[kind as CheckKind];
      return check === undefined ? [] : [rowFor(row, vendor, check)];
    }),
  );
  return [...made, ...rows.filter(({ id }) => !id.includes(PATTERN))];
}
