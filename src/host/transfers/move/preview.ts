import * as vscode from '../../vscode.ts';
import { type Account, instanceName } from '../../../model/account.ts';
import type { Availability } from '../../../model/capabilities.ts';
import { type MoveReadiness, visibilityThere } from '../../../model/transfers/move/readiness.ts';
import type { Release } from '../../../model/release.ts';
import { bytesText, visible } from '../../kit/format.ts';
import { takenMessage } from '../imports/askPath.ts';
import { visibilityWord } from '../imports/chooseNamespace.ts';
import { transferabilityMessage } from './transferable.ts';

/** A move as it was put together, before anything is sent. */
export interface ProposedMove {
  readonly source: Account;
  readonly target: Account;
  readonly path: string;
  readonly readiness: MoveReadiness;
  /** Free on this computer, where the archive lies meanwhile. */
  readonly freeBytes: number | undefined;
}

/** Below this, hardly any archive has room. */
const littleSpaceBytes = 200 * 1000 * 1000;

/** Why a move cannot be, in a sentence; undefined when nothing is known to be in its way. */
export const obstacle = ({ source, target, readiness }: ProposedMove): string | undefined => {
  const { t } = vscode.l10n;
  const [from, to] = [instanceName(source.baseUrl), instanceName(target.baseUrl)];
  if (readiness.mayExport === false)
    return t(
      'To take {0} along you need the role Maintainer or Owner there; yours is lower.',
      visible(readiness.project.path_with_namespace),
    );
  if (readiness.taken !== undefined) return takenMessage(readiness.taken);
  if (readiness.isImportAllowed === false)
    return t('{0} does not take archives: an administrator has to allow GitLab exports as import source.', to);
  if (isMissing(readiness.canExport)) return t('{0} does not let projects be exported.', from);
  return isMissing(readiness.canImport) ? t('{0} has refused archives before.', to) : undefined;
};

const isMissing = (availability: Availability): boolean =>
  availability.kind === 'unavailable' && availability.reason !== 'release';

/** What should be known before: one sentence each, what may go wrong first. */
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
            '{0} has GitLab {1} and {2} the older {3}: archives are read by the same and newer releases, so this will likely fail.',
            ...releases,
          ),
        ]
      : fit === 'muchNewer'
        ? [
            t(
              '{0} has GitLab {1} and {2} has {3}: GitLab promises to read archives of two minor releases back, and mostly reads older ones.',
              ...releases,
            ),
          ]
        : fit === 'unknown'
          ? [t('One of the servers does not tell its release: archives are read by the same and newer releases.')]
          : []),
    ...(readiness.mayExport === undefined
      ? [t('{0} does not tell your role. An export needs Maintainer or Owner.', from)]
      : []),
    ...(visibility !== undefined && there !== undefined && there !== visibility
      ? [
          t(
            'The project is {0} and becomes {1}, as its new group is.',
            visibilityWord(visibility),
            visibilityWord(there),
          ),
        ]
      : []),
    readiness.isTargetAdmin
      ? t('People are matched by their public e-mail address; what others wrote is shown as yours.')
      : t('What others wrote is shown as yours: only administrators of {0} bring people along.', to),
    ...(freeBytes !== undefined && freeBytes < littleSpaceBytes
      ? [t('Only {0} are free on this computer, where the archive is kept meanwhile.', bytesText(freeBytes))]
      : []),
  ];
};

const releaseMessage = (release: Release | undefined): string => (release === undefined ? '?' : release.join('.'));

/** The question before a move, in plain words: what happens, what comes along, what does not. */
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
        '1. {0} makes an archive, as {1}; a former one of yours is replaced.\n2. It is downloaded, and read to the end to see that it is whole.\n3. It is sent to {2}, as {3}.\n4. {2} makes {4} of it.\n5. Both projects are compared, and you get a report.',
        from,
        source.username,
        to,
        target.username,
        visible(path),
      ),
      t('{0} stays as it is: delete or archive it yourself when you are content.', name),
      list(remarks(move)),
      along,
      behind,
    ].join('\n\n'),
  };
};
