import * as vscode from '../../vscode.ts';
import { type Account, instanceName } from '../../../model/account.ts';
import type { Availability } from '../../../model/capabilities.ts';
import { type MoveReadiness, visibilityThere } from '../../../model/transfers/move/readiness.ts';
import type { Release } from '../../../model/release.ts';
import { bytesText, visible } from '../../kit/words/format.ts';
import { takenMessage } from '../imports/askPath.ts';
import { visibilityWord } from '../imports/chooseNamespace.ts';
import { transferabilityMessage } from './transferable.ts';

export interface ProposedMove {
  readonly source: Account;
  readonly target: Account;
  readonly path: string;
  readonly readiness: MoveReadiness;
  /** On this computer, where the archive is stored meanwhile. */
  readonly freeBytes: number | undefined;
}

/** Hardly any archive fits below this. */
const littleSpaceBytes = 200 * 1000 * 1000;

/** Reason that the move is impossible; undefined if none is known. */
export const obstacle = ({ source, target, readiness }: ProposedMove): string | undefined => {
  const { t } = vscode.l10n;
  const [from, to] = [instanceName(source.baseUrl), instanceName(target.baseUrl)];
  if (readiness.mayExport === false)
    return t(
      'Moving {0} requires Maintainer or Owner; your role is lower.',
      visible(readiness.project.path_with_namespace),
    );
  if (readiness.taken !== undefined) return takenMessage(readiness.taken);
  if (readiness.isImportAllowed === false)
    return t('{0} doesn’t accept archives: an administrator has to enable GitLab export as an import source.', to);
  if (isMissing(readiness.canExport)) return t('Project export is disabled on {0}.', from);
  return isMissing(readiness.canImport) ? t('{0} has rejected archives before.', to) : undefined;
};

const isMissing = (availability: Availability): boolean =>
  availability.kind === 'unavailable' && availability.reason !== 'release';

/** Notes before a move, risks first. */
export const remarks = ({ source, target, readiness, freeBytes }: ProposedMove): readonly string[] => {
  const { t } = vscode.l10n;
  const [from, to] = [instanceName(source.baseUrl), instanceName(target.baseUrl)];
  const { fit, sourceRelease, targetRelease, project, targetVisibility } = readiness;
  const releases = [from, releaseMessage(sourceRelease), to, releaseMessage(targetRelease)] as const;
  const there = visibilityThere(project.visibility ?? undefined, targetVisibility);
  const visibility = project.visibility ?? undefined;
  return [
    ...(fit === 'older'
      ? [
          t(
            '{0} runs GitLab {1}, {2} the older {3}. Archives can be imported by the same or newer releases, so this will likely fail.',
            ...releases,
          ),
        ]
      : fit === 'muchNewer'
        ? [
            t(
              '{0} runs GitLab {1}, {2} runs {3}. GitLab supports archives of the two previous minor releases; older ones mostly work.',
              ...releases,
            ),
          ]
        : fit === 'unknown'
          ? [t('The release of one server is unknown. Archives can be imported by the same or newer releases.')]
          : []),
    ...(readiness.mayExport === undefined
      ? [t('Your role on {0} is unknown. Exporting requires Maintainer or Owner.', from)]
      : []),
    ...(visibility !== undefined && there !== undefined && there !== visibility
      ? [
          t(
            'The project is {0} and becomes {1}, like its new group.',
            visibilityWord(visibility),
            visibilityWord(there),
          ),
        ]
      : []),
    readiness.isTargetAdmin
      ? t('Users are matched by public email address. Content of other users is attributed to you.')
      : t('Content of other users is attributed to you. Only administrators of {0} can map users.', to),
    ...(freeBytes !== undefined && freeBytes < littleSpaceBytes
      ? [t('Only {0} of disk space is free on this computer for the archive.', bytesText(freeBytes))]
      : []),
  ];
};

const releaseMessage = (release: Release | undefined): string => (release === undefined ? '?' : release.join('.'));

/** Confirmation with steps and contents. */
export const previewMessage = (move: ProposedMove): { readonly question: string; readonly detail: string } => {
  const { t } = vscode.l10n;
  const { source, target, path, readiness } = move;
  const [from, to] = [instanceName(source.baseUrl), instanceName(target.baseUrl)];
  const name = visible(readiness.project.path_with_namespace);
  const { along, behind } = transferabilityMessage();
  const list = (words: readonly string[]): string => words.map((each) => `• ${each}`).join('\n');
  return {
    question: t('Move {0} to {1}?', name, `${to}/${visible(path)}`),
    detail: [
      t(
        '1. {0} creates an archive, as {1}. Your previous export is replaced.\n2. The archive is downloaded and verified.\n3. The archive is uploaded to {2}, as {3}.\n4. {2} creates {4}.\n5. Both projects are compared, and you get a report.',
        from,
        source.username,
        to,
        target.username,
        visible(path),
      ),
      t('{0} stays unchanged. Delete or archive it once you have checked the result.', name),
      list(remarks(move)),
      along,
      behind,
    ].join('\n\n'),
  };
};
