import { isCancelled, requestErrorFacts } from '../../../client/errors.ts';
import { GraphqlError } from '../../../client/graphql/graphqlError.ts';
import { pipelineOfCommitQuery } from '../../../client/graphql/commitDocuments.ts';
import type { AccountCapabilities } from '../../../model/accountCapabilities.ts';
import { createQueue } from '../../../model/queue.ts';
import type { Clients } from '../../shell/clients.ts';
import type { Log } from '../../shell/log.ts';
import type { CommitDetails } from '../details.ts';
import { type CommitSubject, placeOfSubject } from '../subject.ts';

/** Most commits polled at once. */
const maxPolled = 20;

/** Feature name for the server's logs. */
const feature = 'graft-commit-pipelines';

/** Polls running pipelines by ETag, which the server answers cheaply while nothing changes; otherwise reads the commit. */
export class LivePipelines {
  readonly #clients: Clients;
  readonly #details: CommitDetails;
  readonly #log: Log;
  readonly #queue = createQueue(4);
  /** Accounts already logged as lacking ETag polling. */
  readonly #notified = new Set<string>();
  /** Accounts that GraphQL refuses. Keyed by capabilities, which a new token replaces. */
  readonly #refused = new WeakSet<AccountCapabilities>();

  constructor({
    clients,
    details,
    log,
  }: {
    readonly clients: Clients;
    readonly details: CommitDetails;
    readonly log: Log;
  }) {
    this.#clients = clients;
    this.#details = details;
    this.#log = log;
  }

  /** Polls the pipelines of commits and refreshes the changed ones. Resolves to whether any changed. */
  async poll(subjects: readonly CommitSubject[]): Promise<boolean> {
    const open = subjects.filter((subject) => this.#details.mayChange(placeOfSubject(subject)));
    const changed = await Promise.all(
      open.slice(0, maxPolled).map((subject) => this.#queue(() => this.#lookAt(subject))),
    );
    return changed.includes(true);
  }

  #statusOf(subject: CommitSubject): string | null {
    return this.#details.known(placeOfSubject(subject))?.status ?? null;
  }

  async #lookAt(subject: CommitSubject): Promise<boolean> {
    const before = this.#statusOf(subject);
    try {
      if (
        !this.#refused.has(this.#clients.capabilitiesOf(subject.open.account)) &&
        (await this.#polled(subject)) === before
      )
        return false;
      await this.#details.read(placeOfSubject(subject), { fresh: true });
    } catch (error) {
      if (!isCancelled(error)) this.#log.error(`The pipeline of ${subject.sha} could not be read.`, error);
    }
    return this.#statusOf(subject) !== before;
  }

  /** Commit status by GraphQL; undefined when refused, which isn't tried again. */
  async #polled(subject: CommitSubject): Promise<string | null | undefined> {
    try {
      return await this.#ask(subject);
    } catch (error) {
      const isRefused =
        error instanceof GraphqlError ||
        requestErrorFacts(error, 'unauthorized', 'forbidden', 'insufficientScope', 'notFound', 'refused') !== undefined;
      if (!isRefused) throw error;
      const { account } = subject.open;
      this.#refused.add(this.#clients.capabilitiesOf(account));
      this.#log.error(`${account.baseUrl} does not report pipelines by GraphQL; commits are read instead.`, error);
      return undefined;
    }
  }

  /** Status of the newest pipeline, as REST spells it; null without one. */
  async #ask({ open, sha }: CommitSubject): Promise<string | null> {
    const variables = { fullPath: open.project.path_with_namespace, sha };
    const graphql = this.#clients.graphqlOf(open.account);
    const { data, isWhole } = await graphql.poll(pipelineOfCommitQuery, variables, {
      resource: `pipelines/sha/${sha}`,
      feature,
    });
    if (isWhole && !this.#notified.has(open.account.id)) {
      this.#notified.add(open.account.id);
      this.#log.info(`${open.account.baseUrl} has ETag polling switched off; pipelines are read whole.`);
    }
    return data.project?.pipeline?.status.toLowerCase() ?? null;
  }
}
