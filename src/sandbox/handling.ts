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

/** Request, caller and sandbox state, as passed to handlers. */
export interface HandlerContext<O extends Operation = Operation> extends Caller {
  readonly world: World;
  /** Includes the relative path; no trailing slash. */
  readonly url: string;
  /** Path and query below `/api/v4`, unmodified. */
  readonly target: string;
  /** Decoded path parameters. */
  readonly path: Readonly<Record<string, string>>;
  readonly isRead: boolean;
  readonly diffLimits: DiffLimits;
  readonly edition: Edition;
  readonly limits: RateLimits;
  readonly now: () => Date;
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly transfers: Transfers;
  /** Empty if missing. */
  readonly contentType: string;
  /**
   * Unvalidated parameters, for operations with their own errors (C2) or that distinguish null and blank from missing
   * (P3, P4).
   */
  readonly raw: () => RawParameters;
  /** Validates parameters; throws 400. Like GitLab, handlers check permissions first. */
  readonly parameters: () => ParametersOf<O>;
}

export interface JsonReply<Value> {
  readonly kind: 'json';
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Value;
}

export interface BytesReply {
  readonly kind: 'bytes';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Stream of a file, or a redirect to another origin. */
export type DownloadReply =
  | {
      readonly kind: 'stream';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Readable;
    }
  | { readonly kind: 'elsewhere'; readonly location: string };

/** `body` is JSON that clients ignore. */
export interface NothingReply {
  readonly kind: 'nothing';
  readonly status: number;
  readonly body?: unknown;
}

/** Reply of the operation's answer type. */
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

/** Rejects with a `Refusal`. */
export type Handler<O extends Operation> = (context: HandlerContext<O>) => Promise<Reply<O>>;

export type HandlersOf<Name extends OperationName> = { readonly [K in Name]: Handler<(typeof catalogue)[K]> };

/** 200 with a JSON body. */
export const ok = <Value>(body: Value): JsonReply<Value> => ({ kind: 'json', status: 200, body });

/** Context without the parameters of an operation, for shared helpers. */
export type RequestContext = Omit<HandlerContext, 'parameters'>;

/** Throws 401. */
export const requireUser = (visit: RequestContext): Person => {
  if (visit.person === undefined) throw unauthorized();
  return visit.person;
};

const moved = (visit: RequestContext, project: ProjectState): Refusal => {
  if (!visit.isRead) return refusal(405, 'Non GET methods are not allowed for moved projects');
  const rest = visit.target.replace(/^\/projects\/[^/?]+/, '');
  const location = `${visit.url}/api/v4/projects/${project.id}${rest}`;
  return new Refusal(textResponse(301, `This resource has been moved permanently to ${location}`, { location }));
};

/** Finds a project by ID or full path. Missing or hidden 404; moved 301, or 405 for writes. */
export const openProject = (visit: RequestContext): ProjectState => {
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

/** Throws 403 unless the caller may read code. */
export const openCode = (
  visit: RequestContext,
): { readonly project: ProjectState; readonly repository: Repository } => {
  const project = openProject(visit);
  if (!canReadCode(visit.world, visit.person, project)) throw forbidden();
  return { project, repository: visit.world.repository(project) };
};

/** Finds a group by ID or full path; throws 404 if it is missing or hidden. */
export const openGroup = (visit: RequestContext): Group => {
  const group = findGroup(visit.world, visit.path['id'] ?? '');
  if (group === undefined || !canSeeGroup(visit.world, visit.person, group)) throw notFound('Group');
  return group;
};

/** Throws 401 for anonymous callers, 404 for a hidden group, 403 for all but owners. */
export const openOwnGroup = (visit: RequestContext): { readonly group: Group; readonly person: Person } => {
  const person = requireUser(visit);
  const group = openGroup(visit);
  if (!ownsGroup(visit.world, person, group)) throw forbidden();
  return { group, person };
};

/** Throws 412 for a change after `If-Unmodified-Since`; ignores invalid dates. */
export const checkUnmodified = (visit: RequestContext, changedAt: string): void => {
  const since = Date.parse(visit.headers['if-unmodified-since'] ?? '');
  if (!Number.isNaN(since) && Date.parse(changedAt) > since) throw refusal(412, '412 Precondition Failed');
};
