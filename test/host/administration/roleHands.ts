import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { App } from '../../../src/extension.ts';
import type { RoleRow } from '../../../src/host/administration/memberRoleTarget.ts';
import type { MemberRole } from '../../../src/wire/memberRoles.ts';
import { listMemberRoles } from '../../../src/wire/memberRoles.ts';
import { readAccount } from '../../../src/model/accounts/signIn.ts';
import { type SandboxWorld, sandbox, settledRows } from '../../support/window/inHost.ts';
import { poll } from '../../support/poll.ts';

/** Servers besides the folder's. */
export type OtherServer = 'selfManaged' | 'premium';

export interface SectionRows {
  readonly heading: string;
  readonly texts: readonly string[];
  readonly rows: readonly { readonly text: string; readonly row: object; readonly item: vscode.TreeItem }[];
}

export const section = async (app: App): Promise<SectionRows> => {
  const first = (await settledRows(app.administration)).find(({ label }) => label.startsWith('Member roles'));
  if (first === undefined) return { heading: '', texts: [], rows: [] };
  const rows = await settledRows(app.administration, first.row);
  // the answer may have changed the heading
  const item = app.administration.getTreeItem(first.row);
  const label = typeof item.label === 'string' ? item.label : '';
  const heading = typeof item.description === 'string' ? `${label} · ${item.description}` : label;
  return { heading, texts: rows.map(({ text }) => text), rows };
};

export const shows = (app: App, text: RegExp): Promise<SectionRows> =>
  poll(
    async () => {
      const rows = await section(app);
      return rows.texts.some((each) => text.test(each)) ? rows : undefined;
    },
    { what: `a row ${String(text)}` },
  );

export const roleRow = async (app: App, name: string): Promise<RoleRow> => {
  const { rows } = await shows(app, new RegExp(`^${name} `));
  return (rows.find(({ text }) => text.startsWith(`${name} `))?.row as RoleRow | undefined) ?? assert.fail(name);
};

export const rolesOfAcme = async (app: App): Promise<readonly MemberRole[]> => {
  const account = app.accounts.list().find(({ baseUrl }) => baseUrl === sandbox().url) ?? assert.fail('signed out');
  return app.clients.of(account).send(listMemberRoles, { id: 'acme' });
};

export const visit = async (app: App, server: OtherServer, token: string, group = 'acme'): Promise<void> => {
  const { others, tokens } = sandbox() as SandboxWorld & { readonly others: Readonly<Record<OtherServer, string>> };
  const secret = tokens[token] ?? assert.fail(token);
  const account = await app.accounts.add(await readAccount(app.clients.trial(others[server], secret), {}), secret);
  const client = app.clients.of(account);
  app.memberRoles.choose({ account, client, place: { kind: 'group', path: group } });
};
