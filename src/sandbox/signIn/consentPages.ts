import { htmlResponse, type SandboxResponse } from '../exchange.ts';
import { escapeHtml, page } from '../webPages.ts';
import type { Person } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { application, isRegistered, requestedScopes } from './application.ts';
import type { SignInContext } from './visit.ts';

/** Users offered for sign-in, as there are no browser sessions. */
const users = (world: World): readonly Person[] =>
  world.state.people.filter(({ isBlocked, isBot }) => isBlocked !== true && isBot !== true);

export const chosenUser = ({ world, given }: SignInContext): Person | undefined =>
  users(world).find(({ username }) => username === given.get('username'));

/** Select box instead of a password. */
export const userChoice = (world: World): string => {
  const options = users(world).map(({ username, name }) => {
    const selected = username === 'maintainer' ? ' selected' : '';
    return `<option value="${escapeHtml(username)}"${selected}>${escapeHtml(name)} (@${escapeHtml(username)})</option>`;
  });
  return `<p><label>Sign in as <select name="username">${options.join('')}</select></label></p>`;
};

const buttons =
  '<p><button name="decision" value="authorize">Authorize</button> <button name="decision" value="deny">Deny</button></p>';

const errorPage = (status: number, text: string): SandboxResponse =>
  page(status, 'An error has occurred', [`<p>${escapeHtml(text)}</p>`]);

const sentTo = (address: string, values: Readonly<Record<string, string>>): SandboxResponse => {
  const target = new URL(address);
  for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value);
  return { ...htmlResponse(302, ''), headers: { location: target.href, 'cache-control': 'no-store' } };
};

/** Authorization code page; redirects to the application. */
export const codePage = (visit: SignInContext): SandboxResponse => {
  const { given, signIn, world, isPost } = visit;
  const [redirect, challenge] = [given.get('redirect_uri') ?? '', given.get('code_challenge') ?? ''];
  if (given.get('client_id') !== application.uid)
    return errorPage(401, 'Client authentication failed due to unknown client.');
  if (!isRegistered(redirect))
    return errorPage(400, "The requested redirect uri is malformed or doesn't match client redirect URI.");
  if (given.get('response_type') !== 'code')
    return errorPage(400, 'The authorization server does not support this response type.');
  const scopes = requestedScopes(given.get('scope'));
  if (scopes === undefined) return errorPage(400, 'The requested scope is invalid, unknown, or malformed.');
  if (challenge === '' || given.get('code_challenge_method') !== 'S256')
    return errorPage(400, 'The code challenge method must be S256.');
  const state = given.get('state');
  const kept = state === null ? {} : { state };
  const user = chosenUser(visit);
  if (isPost && given.get('decision') !== 'authorize')
    return sentTo(redirect, {
      error: 'access_denied',
      error_description: 'The resource owner or authorization server denied the request.',
      ...kept,
    });
  if (isPost && user !== undefined)
    return sentTo(redirect, { code: signIn.makeCode({ personId: user.id, scopes }, redirect, challenge), ...kept });
  return page(
    200,
    `Authorize ${application.name}`,
    [
      `<p>It will be able to use: <code>${escapeHtml(scopes.join(' '))}</code></p>`,
      `<form method="post">${userChoice(world)}${buttons}</form>`,
    ],
    // the form's response redirects to the application
    `'self' ${new URL(redirect).protocol}`,
  );
};

const deviceProblems = { invalid: 'The user code is invalid', expired: 'The user code is expired' } as const;

/** Device authorization page, where the user enters the code. */
export const devicePage = (visit: SignInContext): SandboxResponse => {
  const { given, signIn, world, isPost } = visit;
  const code = given.get('user_code') ?? '';
  const user = chosenUser(visit);
  const agreed = given.get('decision') === 'authorize';
  let problem: string | undefined;
  if (isPost && (user !== undefined || !agreed)) {
    const kept = signIn.answerDevice(code, agreed && user !== undefined ? { personId: user.id } : 'denied');
    if (kept === undefined)
      return page(200, agreed ? 'Device successfully authorized' : 'The device was denied', [
        '<p>You can close this page.</p>',
      ]);
    problem = deviceProblems[kept];
  }
  return page(
    problem === undefined ? 200 : 422,
    'Authorize device',
    [
      ...(problem === undefined ? [] : [`<p role="alert">${problem}</p>`]),
      '<form method="post" action="?">',
      `<p><label>User code <input name="user_code" value="${escapeHtml(code)}" autocomplete="off"></label></p>`,
      `${userChoice(world)}${buttons}</form>`,
    ],
    "'self'",
  );
};
