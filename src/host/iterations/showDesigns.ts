import * as vscode from '../vscode.ts';
import {
  type Design,
  type DesignPage,
  type DesignsAsked,
  designUrl,
  readDesigns,
  readDesignVersions,
} from '../../model/iterations/designs.ts';
import { placeOfReference } from '../../model/iterations/issueEditing.ts';
import { age, moment, visible } from '../kit/words/format.ts';
import { openInBrowser } from '../kit/openInBrowser.ts';
import { pickRow } from '../kit/questions/pickRow.ts';
import { cancellable } from '../kit/progress.ts';
import type { IterationsArea } from './area.ts';
import type { IssueItem } from './rows.ts';

type Row = vscode.QuickPickItem &
  ({ readonly turn: DesignsAsked } | { readonly design: Design } | { readonly versions: true });

/** Lists designs of an issue by version; the chosen one opens in the browser. */
export const showDesigns = async (area: IterationsArea, { parent, issue }: IssueItem): Promise<void> => {
  const { t } = vscode.l10n;
  const place = placeOfReference(issue.reference);
  const graphql = area.clients.graphqlOf(parent.subject.open.account);
  const title = t('Designs of {0}', issue.reference);
  let asked: DesignsAsked = {};
  let versionName = t('newest');
  for (;;) {
    const now = asked;
    const page = await cancellable(t('Reading the designs…'), (signal) =>
      // wrapped, as undefined means cancelled
      readDesigns(graphql, place, now, signal).then((found) => ({ found })),
    );
    if (page === undefined) return;
    if (page.found === undefined || (page.found.designs.length === 0 && asked.version === undefined)) {
      void vscode.window.showInformationMessage(t('{0} has no designs.', issue.reference));
      return;
    }
    const row = await pickRow(rowsOf(page.found, asked, versionName), {
      title,
      placeholder: t('Choose a design to open it in the browser'),
    });
    if (row === undefined) return;
    if ('design' in row) return openInBrowser(designUrl(issue.webUrl, row.design, asked.version));
    if ('turn' in row) {
      asked = row.turn;
      continue;
    }
    const versions = await cancellable(t('Reading the versions…'), (signal) =>
      readDesignVersions(graphql, place, signal),
    );
    const version = versions && (await pickVersion(title, versions));
    if (version === undefined) continue;
    asked = { version: version.id };
    versionName = version.label;
  }
};

const pickVersion = (
  title: string,
  versions: Awaited<ReturnType<typeof readDesignVersions>>,
): Promise<(vscode.QuickPickItem & { readonly id: string | undefined }) | undefined> => {
  const { t } = vscode.l10n;
  const rows = versions.map(({ id, createdAt }, index) => ({
    id: index === 0 ? undefined : id,
    label: index === 0 ? t('newest') : moment(createdAt),
    description: age(createdAt),
  }));
  return pickRow(rows, { title, placeholder: t('Choose a version') });
};

const rowsOf = ({ designs, previous, next }: DesignPage, { version }: DesignsAsked, versionName: string): Row[] => {
  const { t } = vscode.l10n;
  return [
    { label: `$(history) ${t('Version: {0}', versionName)}`, description: t('choose another one'), versions: true },
    ...(previous === undefined
      ? []
      : [{ label: `$(arrow-up) ${t('Previous page')}`, turn: { version, before: previous } }]),
    ...designs.map((design) => ({
      label: `$(file-media) ${visible(design.filename)}`,
      description: eventText(design),
      design,
    })),
    ...(next === undefined ? [] : [{ label: `$(arrow-down) ${t('Next page')}`, turn: { version, after: next } }]),
  ];
};

const eventText = ({ event }: Design): string => {
  const { t } = vscode.l10n;
  switch (event) {
    case 'CREATION':
      return t('added in this version');
    case 'MODIFICATION':
      return t('changed in this version');
    case 'DELETION':
      return t('deleted in this version');
    case 'NONE':
      return '';
  }
};
