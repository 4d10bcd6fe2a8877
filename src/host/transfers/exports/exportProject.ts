import * as vscode from '../../vscode.ts';
import { requestFailure } from '../../../client/errors.ts';
import { instanceName } from '../../../model/account.ts';
import { errorWithoutSecrets } from '../../../model/transfers/imports/services/secrets.ts';
import {
  beginProjectExport,
  type ExportDetails,
  exportState,
  isAtWork,
} from '../../../model/transfers/exports/projectExport.ts';
import { readExportLimit, type SizeLimit } from '../../../model/transfers/imports/sizeLimit.ts';
import type { Sent } from '../../kit/review.ts';
import type { TransfersArea } from '../area.ts';
import { askText } from '../../kit/askText.ts';
import { bytesText, visible } from '../../kit/format.ts';
import { shownIfSlow } from '../../kit/progress.ts';
import { addJob, isUnderWay, seedOf, startJob } from '../startJob.ts';
import { chooseProjectToExport, type ExportSubject } from './chooseSubject.ts';
import { chooseFile, chooseUpload, type UploadChoice, uploadWarnings } from './chooseTarget.ts';

/** Exports a project: to a file of this computer, or to an address the server uploads the archive to. */
export const startProjectExport = async (area: TransfersArea): Promise<void> => {
  const { t } = vscode.l10n;
  const chosen = await chooseProjectToExport(area);
  if (chosen === undefined) return;
  const seed = seedOf('projectExport', chosen.account, chosen.subject);
  if (await isUnderWay(area, seed)) return;
  const [before, limit] = await shownIfSlow(t('Asking the server for former exports…'), () =>
    Promise.all([stateBefore(area, chosen), limitOf(area, chosen)]),
  );
  const what = await chooseWhat(chosen, before);
  if (what === undefined) return;
  if (what === 'new') {
    let next: Sent = 'change';
    while (next === 'change') next = await askAndStart(area, chosen, { before, limit });
    return;
  }
  const file = await chooseFile(chosen.subject.path);
  if (file === undefined) return;
  const isFormer = what === 'former';
  // one that is under way may be finished before it is looked at
  const details: Partial<ExportDetails> = { to: 'file', isFormer: true, seenAtWork: !isFormer };
  await addJob(area, { ...seed, file: { path: file }, details }, isFormer ? 'receiving' : 'running', 'asked');
};

/** What the server says before an export: of one of ours, and how large an archive may be. */
interface Told {
  readonly before: string;
  readonly limit: SizeLimit;
}

const askAndStart = async (area: TransfersArea, chosen: ExportSubject, told: Told): Promise<Sent> => {
  const { before } = told;
  const where = await chooseWhere(chosen);
  if (where === undefined) return 'left';
  const description = await askDescription(area, chosen);
  if (description === undefined) return 'left';
  if (!(await isConfirmed(chosen, told, { where, description }))) return 'left';
  const upload = where.kind === 'upload' ? where.choice : undefined;
  const details: Partial<ExportDetails> = { to: upload === undefined ? 'file' : 'address', before };
  const next = await startJob(area, {
    seed: {
      ...seedOf('projectExport', chosen.account, chosen.subject),
      details,
      ...(where.kind === 'file' ? { file: { path: where.file } } : { source: where.choice.address.shown }),
    },
    send: () =>
      beginProjectExport(area.clients.of(chosen.account), {
        project: chosen.subject.id,
        before,
        ...(description === '' ? {} : { description }),
        ...(upload && { upload: { url: upload.address.url, http_method: upload.method } }),
      }).catch((error: unknown) => {
        // servers repeat what they refuse
        throw upload === undefined ? error : errorWithoutSecrets(error, [upload.address.url]);
      }),
    begun: () => ({ state: { state: 'asked' } }),
  });
  if (next === 'done') await area.keptTexts.forget(descriptionKey(chosen));
  return next;
};

/** How large an archive may be; nobody has to know that to export. */
const limitOf = (area: TransfersArea, { account }: ExportSubject): Promise<SizeLimit> =>
  readExportLimit(area.clients.of(account)).catch((error: unknown): SizeLimit => {
    area.log.error('The largest size of exports could not be read.', error);
    return { kind: 'unknown' };
  });

/** What the server says of an export of ours; that it has none at all for this project is explained. */
const stateBefore = async (area: TransfersArea, { account, subject }: ExportSubject): Promise<string> => {
  const { t } = vscode.l10n;
  try {
    return await exportState(area.clients.of(account), subject.id);
  } catch (error) {
    const facts = requestFailure(error, 'forbidden', 'notFound');
    if (facts === undefined) throw error;
    const said = visible(facts.serverMessage ?? facts.failure);
    throw new Error(
      facts.failure === 'forbidden'
        ? t('Only Maintainers and Owners may export {0}: “{1}”.', visible(subject.path), said)
        : t(
            '{0} has no exports for {1}: “{2}”. The project may be gone, or an administrator has switched exports off.',
            instanceName(account.baseUrl),
            visible(subject.path),
            said,
          ),
      { cause: error },
    );
  }
};

/** A new export, the one that is finished already, or the one under way. */
const chooseWhat = async (
  { subject }: ExportSubject,
  before: string,
): Promise<'new' | 'former' | 'underWay' | undefined> => {
  const { t } = vscode.l10n;
  const title = t('Export {0}', visible(subject.path));
  if (before === 'finished') {
    const picked = await vscode.window.showQuickPick(
      [
        {
          label: `$(cloud-download) ${t('Save the Finished Export')}`,
          detail: t('The server has an archive from an earlier export of yours. It may be out of date.'),
          what: 'former' as const,
        },
        {
          label: `$(sync) ${t('Export Anew')}`,
          detail: t('The server deletes the earlier archive first.'),
          what: 'new' as const,
        },
      ],
      { title, placeHolder: t('An earlier export of yours is finished'), ignoreFocusOut: true },
    );
    return picked?.what;
  }
  if (!isAtWork(before)) return 'new';
  const picked = await vscode.window.showQuickPick(
    [
      {
        label: `$(eye) ${t('Follow It and Save Its Archive')}`,
        detail: t('It was begun elsewhere, such as in the browser. A second one cannot run beside it.'),
        what: 'underWay' as const,
      },
    ],
    { title, placeHolder: t('An export of yours is under way on the server'), ignoreFocusOut: true },
  );
  return picked?.what;
};

type Where =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'upload'; readonly choice: UploadChoice };

const chooseWhere = async ({ subject }: ExportSubject): Promise<Where | undefined> => {
  const { t } = vscode.l10n;
  const picked = await vscode.window.showQuickPick(
    [
      {
        label: `$(save) ${t('Save on This Computer…')}`,
        detail: t('Graft waits for the server, downloads the archive, checks it and saves it.'),
        to: 'file' as const,
      },
      {
        label: `$(cloud-upload) ${t('Have the Server Upload It…')}`,
        detail: t('To a pre-signed address of an object storage. Nothing comes to this computer.'),
        to: 'upload' as const,
      },
    ],
    { title: t('Export {0}', visible(subject.path)), placeHolder: t('Where the archive goes'), ignoreFocusOut: true },
  );
  if (picked === undefined) return undefined;
  if (picked.to === 'file') {
    const file = await chooseFile(subject.path);
    return file === undefined ? undefined : { kind: 'file', file };
  }
  const choice = await chooseUpload();
  return choice && { kind: 'upload', choice };
};

const descriptionKey = ({ account, subject }: ExportSubject): string =>
  `transfer description ${account.id} ${subject.id}`;

/** Another description for the archive; an empty text leaves the project's own. Undefined when left. */
const askDescription = async (area: TransfersArea, chosen: ExportSubject): Promise<string | undefined> => {
  const { t } = vscode.l10n;
  const key = descriptionKey(chosen);
  const { account, subject } = chosen;
  return askText({
    title: t('Description in the Archive'),
    prompt: t(
      'Takes the place of the description of {0} in the archive. Leave it empty to keep that.',
      visible(subject.path),
    ),
    value: area.keptTexts.get(key)?.text ?? '',
    problem: () => undefined,
    typed: (text) =>
      void area.keptTexts.keep({
        key,
        account: account.id,
        text,
        place: { project: subject.path },
        refusal: undefined,
      }),
  });
};

const isConfirmed = async (
  { account, subject }: ExportSubject,
  { before, limit }: Told,
  { where, description }: { readonly where: Where; readonly description: string },
): Promise<boolean> => {
  const { t } = vscode.l10n;
  const yes = t('Export');
  const lines = [
    t('With: {0} as {1}', instanceName(account.baseUrl), account.username),
    ...(where.kind === 'file'
      ? [t('Saved as: {0}', where.file)]
      : [
          t('Uploaded with {0} to: {1}', where.choice.method, visible(where.choice.address.shown)),
          ...uploadWarnings(where.choice, Date.now()),
        ]),
    ...(description === '' ? [] : [t('Description in the archive: {0}', visible(description))]),
    ...(limit.kind === 'bytes' ? [t('The server makes archives of up to {0}.', bytesText(limit.bytes))] : []),
    ...(limit.kind === 'none' ? [t('The server has no limit for the size of archives.')] : []),
    ...(before === 'none' ? [] : [t('The server deletes your earlier export of this project first.')]),
    t('CI/CD variables, webhooks, tokens, job traces and artifacts and the container registry are not part of it.'),
  ];
  const detail = lines.join('\n');
  const question = t('Export {0}?', visible(subject.path));
  return (await vscode.window.showInformationMessage(question, { modal: true, detail }, yes)) === yes;
};
