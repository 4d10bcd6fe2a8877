import { RequestError } from '../../../client/errors.ts';

/** The same error with its words cleaned; what is no failed request, or has nothing to clean, is left as it is. */
export const cleanedError = (error: unknown, clean: (words: string) => string): unknown => {
  if (!(error instanceof RequestError)) return error;
  const { facts } = error;
  const cleaned = (words: string | undefined): string | undefined => (words === undefined ? undefined : clean(words));
  const serverMessage = cleaned(facts.serverMessage);
  const detail = cleaned(facts.detail);
  const isClean = serverMessage === facts.serverMessage && detail === facts.detail;
  return isClean ? error : new RequestError({ ...facts, serverMessage, detail });
};
