import type { catalogue, OperationName } from '../wire/catalogue.ts';
import type { Readable } from 'node:stream';
import type {
  BytesAnswer,
  DownloadAnswer,
  JsonAnswer,
  NothingAnswer,
  Operation,
  PageAnswer,
  ParametersOf,
} from '../wire/operation.ts';
import type { Caller } from './authentication.ts';
import type { Edition } from './edition.ts';
import type { DiffLimits } from './git/diff.ts';
import type { Repository } from './git/repository.ts';
import type { PageReply } from './pages.ts';
import type { RateLimits } from './rateLimits.ts';
import { forbidden, notFound, refusal, Refusal, unauthorized } from './refusals.ts';
import { textResponse } from './exchange.ts';
import type { Transfers } from './transfer/transfers.ts';
import type { RawParameters } from './validation.ts';
import { canReadCode, canSee } from './world/access.ts';
import { canSeeGroup, findGroup, ownsGroup } from './world/groupAccess.ts';
import type { Group, Person, ProjectState } from './world/records.ts';
import type { World } from './world/world.ts';

/** What a handler is given: who asks for what, of which world. */
export interface Visit<O extends Operation = Operation> extends Caller {
  readonly world: World;
  /** Address of the instance, with its relative path, without a final slash. */
  readonly url: string;
  /** Path and query below `/api/v4`, as they came. */
  readonly target: string;
  /** Values of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly isRead: boolean;
  readonly diffLimits: DiffLimits;
  readonly edition: Edition;
  readonly limits: RateLimits;
  readonly now: () => Date;
  /** Header values by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly transfers: Transfers;
  /** `Content-Type` of the request, empty when it has none. */
  readonly contentType: string;
  /**
   * The values of path, query and body as they came, for operations that word their own complaints (C2) or tell null
   * and given from left out (P3, P4).
   */
  readonly raw: () => RawParameters;
  /** Checks and answers the parameters; refuses with 400. Handlers check rights first, as the service does. */
  readonly parameters: () => ParametersOf<O>;
}

/** One JSON value and its status. */
export interface JsonReply<Value> {
  readonly kind: 'json';
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Value;
}

/** Raw bytes with their headers. */
export interface BytesReply {
  readonly kind: 'bytes';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** An archive of any size, or the address of another origin that has it. */
export type DownloadReply =
  | {
      readonly kind: 'stream';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Readable;
    }
  | { readonly kind: 'elsewhere'; readonly location: string };

/** A status, with a JSON body where real servers send one that is not worth reading. */
export interface NothingReply {
  readonly kind: 'nothing';
  readonly status: number;
  readonly body?: unknown;
}

/** What a handler of an operation may answer: the wire record of that operation, or a page of them. */
export type Reply<O extends Operation> =
  O['answer'] extends JsonAnswer<infer Value>
    ? JsonReply<Value>
    : O['answer'] extends PageAnswer<infer Item>
      ? PageReply<Item>
      : O['answer'] extends BytesAnswer
        ? BytesReply
        : O['answer'] extends DownloadAnswer
          ? DownloadReply
          : O['answer'] extends NothingAnswer
            ? NothingReply
            : never;

/** Answers one operation, or throws a `Refusal`. */
export type Handler<O extends Operation> = (visit: Visit<O>) => Promise<Reply<O>>;

/** A handler for each of some operations. */
export type HandlersOf<Name extends OperationName> = { readonly [K in Name]: Handler<(typeof catalogue)[K]> };

/** The usual success: 200 with a JSON value. */
export const found = <Value>(body: Value): JsonReply<Value> => ({ kind: 'json', status: 200, body });

/** What the helpers below need of a visit, whatever its operation. */
export type Visitor = Omit<Visit, 'parameters'>;

/** The signed-in user; refuses with 401 when there is none. */
export const signedIn = (visit: Visitor): Person => {
  if (visit.person === undefined) throw unauthorized();
  return visit.person;
};

const moved = (visit: Visitor, project: ProjectState): Refusal => {
  if (!visit.isRead) return refusal(405, 'Non GET methods are not allowed for moved projects');
  const rest = visit.target.replace(/^\/projects\/[^/?]+/, '');
  const location = `${visit.url}/api/v4/projects/${project.id}${rest}`;
  return new Refusal(textResponse(301, `This resource has been moved permanently to ${location}`, { location }));
};

/**
 * The project a path names by number or full path. One that is not there, is named without its group, or must not be
 * seen is refused with 404; one that has moved with 301, or 405 for anything but reading.
 */
export const openProject = (visit: Visitor): ProjectState => {
  const id = visit.path['id'] ?? '';
  const { projects } = visit.world.state;
  const isNumber = /^\d+$/.test(id);
  const lower = id.toLowerCase();
  const project = projects.find((candidate) =>
    isNumber ? candidate.id === Number(id) : candidate.path.toLowerCase() === lower,
  );
  const former = isNumber ? undefined : projects.find(({ formerPaths }) => formerPaths.includes(lower));
  const either = project ?? former;
  if (either === undefined || !canSee(visit.world, visit.person, either)) throw notFound('Project');
  if (project === undefined) throw moved(visit, either);
  return project;
};

/** The project and its repository, once the caller may read code; refuses with 403 otherwise. */
export const openCode = (visit: Visitor): { readonly project: ProjectState; readonly repository: Repository } => {
  const project = openProject(visit);
  if (!canReadCode(visit.world, visit.person, project)) throw forbidden();
  return { project, repository: visit.world.repository(project) };
};

/** The group a path names by number or full path. One that is not there or must not be seen is refused with 404. */
export const openGroup = (visit: Visitor): Group => {
  const group = findGroup(visit.world, visit.path['id'] ?? '');
  if (group === undefined || !canSeeGroup(visit.world, visit.person, group)) throw notFound('Group');
  return group;
};

/** The group and its owner; refuses with 401 nobody, with 404 what must not be seen, with 403 anyone else. */
export const openOwnGroup = (visit: Visitor): { readonly group: Group; readonly person: Person } => {
  const person = signedIn(visit);
  const group = openGroup(visit);
  if (!ownsGroup(visit.world, person, group)) throw forbidden();
  return { group, person };
};

/** Refuses with 412 when something changed after the moment of `If-Unmodified-Since`; a date that is none is ignored. */
export const checkUnmodified = (visit: Visitor, changedAt: string): void => {
  const since = Date.parse(visit.headers['if-unmodified-since'] ?? '');
  if (!Number.isNaN(since) && Date.parse(changedAt) > since) throw refusal(412, '412 Precondition Failed');
};
