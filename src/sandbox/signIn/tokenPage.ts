import { randomBytes } from 'node:crypto';
import type { SandboxResponse } from '../exchange.ts';
import { escapeHtml, page } from '../webPages.ts';
import { chosenUser, userChoice } from './consentPages.ts';
import type { SignInContext } from './visit.ts';

const scopes = ['api', 'read_api', 'read_user', 'read_repository', 'write_repository', 'sudo'];
const lifetimeDays = 30;

/**
 * Page to create a personal access token. The query prefills name and scopes; unknown scopes are dropped. Only the
 * form's response shows the token.
 */
export const tokenPage = (visit: SignInContext): SandboxResponse => {
  const { given, world, now, isPost } = visit;
  const asked = given.getAll('scopes').flatMap((each) => each.split(','));
  const chosen = scopes.filter((scope) => asked.includes(scope));
  const name = given.get('name') ?? '';
  const user = chosenUser(visit);
  const problem = !isPost
    ? ''
    : name.trim() === ''
      ? "Name can't be blank"
      : chosen.length === 0
        ? "Scopes can't be blank"
        : '';
  if (isPost && problem === '' && user !== undefined) {
    const secret = `glpat-${randomBytes(15).toString('base64url')}`;
    const expiresOn = new Date(now().getTime() + lifetimeDays * 86_400_000).toISOString().slice(0, 10);
    world.makeToken(secret, { name, personId: user.id, scopes: chosen, expiresOn, createdAt: now().toISOString() });
    return page(200, 'Your new personal access token', [
      `<p><input id="created-personal-access-token" value="${secret}" size="40" readonly></p>`,
      '<p>Make sure you save it: you will not be able to see it again.</p>',
    ]);
  }
  const boxes = scopes.map((scope) => {
    const checked = chosen.includes(scope) ? ' checked' : '';
    return `<label><input type="checkbox" name="scopes" value="${scope}"${checked}> ${scope}</label>`;
  });
  return page(
    problem === '' ? 200 : 422,
    'Personal access tokens',
    [
      ...(problem === '' ? [] : [`<p role="alert">${problem}</p>`]),
      '<form method="post" action="?">',
      `<p><label>Token name <input name="name" value="${escapeHtml(name)}"></label></p>`,
      `<p>${boxes.join('<br>')}</p>${userChoice(world)}`,
      '<p><button>Create personal access token</button></p></form>',
    ],
    "'self'",
  );
};
