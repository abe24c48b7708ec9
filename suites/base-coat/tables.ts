import type { Registries } from '../registries.ts';
import type { TableRow } from '../table-rows.ts';

type Tables = Pick<Registries, 'basecoat-platforms'>;

/** The platform column of a hook point says `yes`, `no` or nothing (a dash) of the cloud agent. */
const CLOUD: Readonly<Record<string, string>> = { yes: 'cloud-yes', no: 'cloud-no' };

/** Every row of Base Coat that follows from a table. */
export function tableRows(tables: Tables): TableRow[] {
  return tables['basecoat-platforms'].names.flatMap((name): TableRow[] => {
    const values = {
      point: name.basecoat,
      native: name.vscode_copilot_cli ?? '',
      support: name.platform_support_cell,
    };
    return [
      { id: name.requirements.support, template: 'support', values },
      { id: name.requirements.name, template: name.vscode_copilot_cli === null ? 'name-none' : 'name', values },
      { id: name.requirements.cloud, template: CLOUD[name.cloud_agent] ?? 'cloud-none', values },
    ];
  });
}
