import { type RequestFailure, requestFailure } from '../../../client/errors.ts';

const passing: readonly RequestFailure[] = [
  'unreachable',
  'hostNotFound',
  'timeout',
  'rateLimited',
  'serverError',
  'certificate',
];

/** Says whether a failed request may go well later without anybody doing something: the server is away or busy. */
export const mayPass = (error: unknown): boolean => requestFailure(error, ...passing) !== undefined;

const needsToken: readonly RequestFailure[] = ['unauthorized', 'insufficientScope'];

/** Says whether a request will go well once the user has given the account a better token. */
export const waitsForToken = (error: unknown): boolean => requestFailure(error, ...needsToken) !== undefined;
