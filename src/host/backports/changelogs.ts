import * as v from 'valibot';
import * as vscode from '../vscode.ts';
import {
  type Changelog,
  isVersion,
  nextVersion,
  readChangelog,
  withAddresses,
} from '../../model/backports/changelog.ts';
import { getBranch } from '../../wire/projects.ts';
import { askText } from '../kit/questions/askText.ts';
import { explain } from '../kit/words/explain.ts';
import { shortSha } from '../kit/words/format.ts';
import { cancellable } from '../kit/progress.ts';
import type { OpenProject } from '../shell/currentProject.ts';
import type { Shell } from '../shell/shell.ts';

/** Scheme of changelog previews. */
export const changelogScheme = 'graft-changelog';

const addressed = v.object({ account: v.string(), project: v.number(), version: v.string(), to: v.string() });

/** Changelog previews as read-only documents; read again after a window reload. */
export class Changelogs implements vscode.TextDocumentContentProvider {
  readonly #shell: Pick<Shell, 'accounts' | 'clients'>;
  /** A changelog just read, handed to its document without a second request. */
  #fresh: ({ readonly query: string } & Changelog) | undefined;

  constructor(shell: Pick<Shell, 'accounts' | 'clients'>) {
    this.#shell = shell;
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const { t } = vscode.l10n;
    const read = v.safeParse(addressed, JSON.parse(uri.query));
    const account = read.success ? await this.#shell.accounts.find(read.output.account) : undefined;
    if (!read.success || account === undefined) return t('The account of this changelog was removed.');
    const { project, version, to } = read.output;
    try {
      const place = { client: this.#shell.clients.of(account), project };
      const fresh = this.#fresh?.query === uri.query ? this.#fresh : undefined;
      const changelog = fresh ?? (await readChangelog(place, { version, to }, new AbortController().signal));
      return withAddresses(changelog.notes, account.baseUrl) + lostText(changelog);
    } catch (error) {
      return t('The changelog could not be read: {0}', explain(error));
    }
  }

  async show(query: string, changelog: Changelog): Promise<void> {
    const path = `/${vscode.l10n.t('Changelog of {0}', changelog.version)}.md`;
    this.#fresh = { query, ...changelog };
    try {
      const uri = vscode.Uri.from({ scheme: changelogScheme, path, query });
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
    } finally {
      this.#fresh = undefined;
    }
  }
}

/** Section for commits that the changelog misses because they lost their trailer. */
const lostText = ({ lost }: Changelog): string => {
  if (lost.length === 0) return '';
  const words = vscode.l10n.t('Not listed, because a cherry-pick put a line below their trailer Changelog:');
  return `\n---\n\n${words}\n\n${lost.map(({ sha, title }) => `- ${shortSha(sha)} ${title}\n`).join('')}`;
};

/** Asks for a version and previews the server's changelog. Writes nothing. */
export const showChangelog = async (
  changelogs: Changelogs,
  { account, client, project }: OpenProject,
  branch: string,
): Promise<void> => {
  const { t } = vscode.l10n;
  const place = { client, project: project.id };
  const known = await cancellable(t('Reading the versions of {0}…', branch), async (signal) => {
    const [{ commit }, version] = await Promise.all([
      client.send(getBranch, { id: project.id, branch }, { signal }),
      nextVersion(place, branch, signal),
    ]);
    return { tip: commit.id, version };
  });
  if (known === undefined) return;
  let read: Changelog | undefined;
  const version = await askText({
    title: t('Changelog Preview: {0}', branch),
    prompt: t('Version of the changelog. Nothing is written on the server.'),
    value: known.version ?? '',
    placeholder: '1.2.3',
    problem: (text) => (isVersion(text) ? undefined : t('Enter a version such as 1.2.3.')),
    // the server's refusal is shown in the input box
    check: async (text, signal) => {
      read = await readChangelog(place, { version: text, to: known.tip }, signal);
      return undefined;
    },
  });
  if (version === undefined || read === undefined) return;
  const query = JSON.stringify({ account: account.id, project: project.id, version, to: known.tip });
  await changelogs.show(query, read);
};
