import type { createCommit } from '../../wire/commitWriting.ts';
import { createCommit as operation } from '../../wire/commitWriting.ts';
import type { ParametersOf } from '../../wire/operation.ts';
import { jsonResponse } from '../exchange.ts';
import type { HandlerContext } from '../handling.ts';
import { badParameters, badRequest, Refusal } from '../refusals.ts';
import { checkParameters, withoutNul, type RawParameters } from '../validation.ts';

type Given = ParametersOf<typeof createCommit>;

const actionNames = ['create', 'update', 'move', 'delete', 'chmod'];

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const actionProblem = (action: unknown): string | undefined => {
  if (!isRecord(action)) return ' must be a hash';
  const { action: name, file_path, previous_path, content, encoding, execute_filemode } = action;
  if (isBlank(name)) return '[action] is required';
  if (isBlank(file_path)) return '[file_path] is required';
  if (!actionNames.includes(String(name))) return `[action] must be one of: ${actionNames.join(', ')}`;
  if (!isBlank(encoding) && encoding !== 'text' && encoding !== 'base64') return '[encoding] must be text or base64';
  // null is accepted as the content of an empty file
  if (['create', 'update'].includes(String(name)) && content === undefined) {
    return `[content] is required for ${String(name)} action`;
  }
  if (name === 'move' && isBlank(previous_path)) return '[previous_path] is required for move action';
  if (name === 'chmod' && isBlank(execute_filemode)) return '[execute_filemode] is required for chmod action';
  if (name === 'chmod' && !/^(true|false)$/.test(String(execute_filemode))) {
    return '[execute_filemode] must be a boolean';
  }
  return undefined;
};

/** First error of newer servers, which parse the body themselves. */
const bodyProblem = (raw: RawParameters): string | undefined => {
  if (isBlank(raw['branch'])) return 'branch is required';
  if (isBlank(raw['commit_message'])) return 'commit_message is required';
  if (isBlank(raw['actions'])) return 'actions is required';
  if (!Array.isArray(raw['actions'])) return 'actions must be an array';
  if (raw['actions'].length === 0) return 'actions is required';
  if (!isBlank(raw['start_branch']) && !isBlank(raw['start_sha'])) {
    return 'start_branch, start_sha are mutually exclusive';
  }
  for (const [index, action] of raw['actions'].entries()) {
    const problem = actionProblem(action);
    if (problem !== undefined) return `actions[${index}]${problem}`;
  }
  return undefined;
};

/** Drops null members, except the null content of an empty file. */
const withoutNulls = (action: unknown): unknown => {
  if (!isRecord(action)) return action;
  const { action: name, content } = action;
  const given = Object.entries(action).filter(([, value]) => value !== null);
  const isEmptied = content === null && ['create', 'update'].includes(String(name));
  return { ...Object.fromEntries(given), ...(isEmptied ? { content: '' } : {}) };
};

/** Errors of older servers beyond parameter validation. */
const oldProblems = (given: Given): readonly string[] => [
  ...(given.start_branch !== undefined && given.start_sha !== undefined
    ? ['start_branch, start_sha are mutually exclusive']
    : []),
  ...given.actions.flatMap(({ action, previous_path, content, execute_filemode }, index) => [
    ...(['create', 'update'].includes(action) && content === undefined
      ? [`actions[${index}][content] is missing`]
      : []),
    ...(action === 'move' && previous_path === undefined ? [`actions[${index}][previous_path] is missing`] : []),
    ...(action === 'chmod' && execute_filemode === undefined ? [`actions[${index}][execute_filemode] is missing`] : []),
  ]),
];

const readNew = (visit: HandlerContext<typeof createCommit>): Given => {
  let raw: RawParameters;
  try {
    raw = visit.raw();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(jsonResponse(400, { message: 'Invalid json', error: 'Invalid json' }));
  }
  const problem = bodyProblem(withoutNul(raw));
  if (problem !== undefined) throw badRequest(problem);
  const actions = Array.isArray(raw['actions']) ? raw['actions'].map(withoutNulls) : raw['actions'];
  return checkParameters(operation, { ...raw, actions });
};

/**
 * Parses the body of C2. JSON and multipart are validated as by newer servers; form encoding and query strings, which
 * only older servers accept, as by older ones. Files in multipart bodies are refused.
 */
export const readCommitBody = (visit: HandlerContext<typeof createCommit>): Given => {
  const { contentType } = visit;
  if (contentType.startsWith('multipart/')) {
    const hasFile = Object.values(visit.raw()).some((value) => typeof value === 'object' && !Array.isArray(value));
    if (hasFile) throw badRequest('This endpoint does not support form encoded file uploads');
  }
  if (contentType !== '' && !contentType.startsWith('application/x-www-form-urlencoded')) return readNew(visit);
  const given = visit.parameters();
  const problems = oldProblems(given);
  if (problems.length > 0) throw badParameters(problems);
  return given;
};
