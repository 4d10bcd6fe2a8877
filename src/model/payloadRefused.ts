import { shorten } from '../client/errorBody.ts';

/** `errors` of a mutation's payload. */
export class PayloadRefused extends Error {
  override readonly name = 'PayloadRefused';

  constructor(errors: readonly string[]) {
    super(shorten(errors.join(' ')));
  }
}

export const throwRefused = (errors: readonly string[] | null | undefined): void => {
  if (errors != null && errors.length > 0) throw new PayloadRefused(errors);
};
