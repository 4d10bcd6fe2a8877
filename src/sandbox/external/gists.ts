import * as v from 'valibot';
import type { GistImportJob, Snippet } from '../world/transferRecords.ts';
import type { Transfers } from '../transfer/transfers.ts';
import { askAll, OutsideError } from './asking.ts';

const maxFiles = 10;

const gist = v.object({
  id: v.string(),
  description: v.nullish(v.string()),
  public: v.boolean(),
  files: v.record(v.string(), v.object({ filename: v.string(), content: v.optional(v.string(), '') })),
});

const change = (transfers: Transfers, personId: number, changed: Partial<GistImportJob>): Promise<void> =>
  transfers.update((state) => ({
    ...state,
    gistImports: state.gistImports.map((job) => (job.personId === personId ? { ...job, ...changed } : job)),
  }));

const perform = async (transfers: Transfers, { personId, api, token }: GistImportJob): Promise<void> => {
  await transfers.step({ kind: 'gistImport', subjectId: personId, to: 'finished' });
  const asking = { address: api, authorization: `Bearer ${token ?? ''}`, signal: transfers.settings.closing };
  const rows = await askAll(asking, '/gists');
  const failed: string[] = [];
  const snippets: Snippet[] = [];
  for (const row of rows) {
    const parsed = v.safeParse(gist, row);
    if (!parsed.success) throw new OutsideError('GitHub answered no gist that can be read.');
    const { id, description, public: isPublic, files } = parsed.output;
    const contents = Object.values(files);
    if (contents.length > maxFiles) {
      failed.push(id);
      continue;
    }
    snippets.push({
      id: await transfers.nextId(),
      personId,
      title: description ?? contents[0]?.filename ?? id,
      visibility: isPublic ? 'public' : 'private',
      files: contents.map(({ filename, content }) => ({ name: filename, content })),
    });
  }
  await transfers.update((state) => ({ ...state, snippets: [...state.snippets, ...snippets] }));
  await change(transfers, personId, { state: 'finished', token: null, failed });
};

/** Imports a user's gists; skips those with more than ten files. */
export const runGistImport = (transfers: Transfers, job: GistImportJob): void =>
  transfers.run(async () => {
    try {
      await perform(transfers, job);
    } catch (error) {
      if (transfers.settings.closing.aborted) return;
      await change(transfers, job.personId, { state: 'failed', token: null });
      if (!(error instanceof OutsideError)) throw error;
    }
  });

/** Starts an import; false if one is running. */
export const beginGistImport = async (
  transfers: Transfers,
  wanted: { readonly personId: number; readonly api: string; readonly token: string },
): Promise<boolean> => {
  const isBusy = transfers.state.gistImports.some(
    ({ personId, state }) => personId === wanted.personId && state === 'started',
  );
  if (isBusy) return false;
  const job: GistImportJob = { ...wanted, state: 'started', failed: [] };
  await transfers.update((state) => ({
    ...state,
    gistImports: [...state.gistImports.filter(({ personId }) => personId !== wanted.personId), job],
  }));
  runGistImport(transfers, job);
  return true;
};
