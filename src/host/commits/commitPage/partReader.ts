import * as vscode from '../../vscode.ts';
import { eachPage, everyItem } from '../../../client/eachPage.ts';
import { requestErrorFacts } from '../../../client/errors.ts';
import type { CommitParts, PartName, SequenceView } from '../../../messages/commitPage.ts';
import { RecentlyUsed } from '../../../client/recentlyUsed.ts';
import { refusalMeaning } from '../../../model/refusalMeaning.ts';
import {
  type CommitRef,
  getCommitSequence,
  listCommitMergeRequests,
  listCommitRefs,
  listCommitStatuses,
} from '../../../wire/commits.ts';
import type { MergeRequest } from '../../../wire/mergeRequests.ts';
import { commitKey, type CommitDetails, type CommitPlace } from '../details.ts';
import { mergeRequestView, refsView, signatureView, statusView } from './pageViews.ts';

/** Separately loaded parts, in order of request. */
export const partNames: readonly PartName[] = ['signature', 'refs', 'mergeRequests', 'statuses', 'sequence'];

/** A part with the URLs that the page may open for it, by key. */
export interface ReadPart<K extends PartName = PartName> {
  readonly value: CommitParts[K];
  readonly links: readonly (readonly [key: string, address: string])[];
  readonly requests?: readonly MergeRequest[];
}

const freshMs = 5 * 60_000;

/** Reads parts for all commit pages; cached for five minutes, except `statuses`. */
export class CommitPartReader {
  readonly #details: CommitDetails;
  readonly #known = new RecentlyUsed<{ readonly at: number; readonly part: ReadPart }>(500);

  constructor(details: CommitDetails) {
    this.#details = details;
  }

  /** Failures aren't cached. */
  async read<K extends PartName>(name: K, place: CommitPlace, signal: AbortSignal): Promise<ReadPart<K>> {
    const key = keyOf(name, place);
    const known = this.#known.get(key);
    if (known && Date.now() - known.at < freshMs) return known.part as ReadPart<K>;
    const part = (await this.#ask(name, place, signal)) as ReadPart<K>;
    if (name !== 'statuses') this.#known.set(key, { at: Date.now(), part });
    return part;
  }

  /** C4: branches and tags that contain a commit, page by page, branches first. Never cached. */
  async *refPages({ client, project, sha }: CommitPlace, signal: AbortSignal): AsyncGenerator<readonly CommitRef[]> {
    const parameters = { id: project, sha, per_page: 100 };
    for await (const { items } of eachPage(client, listCommitRefs, parameters, { signal })) yield items;
  }

  /** Caches the complete refs instead of the first page. */
  keepRefs(place: CommitPlace, value: CommitParts['refs']): void {
    this.#known.set(keyOf('refs', place), { at: Date.now(), part: { value, links: [] } });
  }

  async #ask(name: PartName, place: CommitPlace, signal: AbortSignal): Promise<ReadPart> {
    const { client, project, sha } = place;
    const parameters = { id: project, sha, per_page: 100 };
    switch (name) {
      case 'signature':
        return { value: signatureView(await this.#details.signature(place, { signal })), links: [] };
      case 'refs': {
        const { defaultBranch } = place;
        const { items, next } = await client.send(listCommitRefs, parameters, { signal });
        return { value: refsView(items, { defaultBranch, more: next !== undefined }), links: [] };
      }
      case 'mergeRequests': {
        const items = await everyItem(eachPage(client, listCommitMergeRequests, parameters, { signal }));
        return { value: items.map(mergeRequestView), links: [], requests: items };
      }
      case 'statuses': {
        const items = await everyItem(eachPage(client, listCommitStatuses, parameters, { signal }));
        const value = items.map(statusView);
        return { value, links: value.flatMap(({ id, url }) => link(`status ${id}`, url)) };
      }
      case 'sequence':
        return { value: await readSequence(place, signal), links: [] };
    }
  }
}

const keyOf = (name: PartName, place: CommitPlace): string => `${commitKey(place)} ${name}`;

/** Number of commits up to this one; an older server's lack of support is a value, too. */
const readSequence = async ({ client, project, sha }: CommitPlace, signal: AbortSignal): Promise<SequenceView> => {
  try {
    return await client.send(getCommitSequence, { id: project, sha }, { signal });
  } catch (error) {
    const failure = requestErrorFacts(error, 'notFound');
    const meaning = failure && refusalMeaning(getCommitSequence, failure);
    if (meaning?.reason !== 'release') throw error;
    const { t } = vscode.l10n;
    return { unavailable: t('Requires GitLab {0} or newer', getCommitSequence.since ?? '') };
  }
};

const link = (key: string, address: string | undefined): ReadPart['links'] =>
  address === undefined ? [] : [[key, address]];
