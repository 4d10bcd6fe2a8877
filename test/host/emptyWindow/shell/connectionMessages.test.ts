import assert from 'node:assert/strict';
import type {
  CertificateFacts,
  ConnectionFacts,
  ConnectionProblem,
  ConnectionStep,
} from '../../../../src/client/connectionFacts.ts';
import { RequestError, type RequestErrorFacts } from '../../../../src/client/errors.ts';
import { explain } from '../../../../src/host/kit/words/explain.ts';
import { connectionSentence } from '../../../../src/host/shell/connectionMessages.ts';

const server = 'gitlab.example.com';
const proxy = { host: 'proxy.example.com:3128', source: 'http.proxy' };
const certificate: CertificateFacts = {
  subject: 'other',
  issuer: 'Orchard Middle',
  lastIssuer: 'Orchard Root',
  names: ['a.example', 'b.example'],
  validFromMs: Date.UTC(2090, 0, 2, 12),
  validToMs: Date.UTC(2021, 1, 3, 12),
};

const facts = (more: Partial<RequestErrorFacts>): RequestErrorFacts => ({
  failure: 'unreachable',
  outcome: 'notSent',
  reference: 'U1',
  method: 'GET',
  address: `https://${server}/api/v4/user`,
  detail: 'the words of the network (CODE)',
  ...more,
});

const sentenceOf = (
  connection: Partial<ConnectionFacts> & Pick<ConnectionFacts, 'step' | 'problem'>,
): string | undefined =>
  connectionSentence(facts({ connection: { host: server, server, certificate, ...connection } }));

const direct: readonly (readonly [ConnectionStep, ConnectionProblem, string | undefined])[] = [
  ['name', 'unknownName', 'No server named “gitlab.example.com” was found. Check the URL and your network.'],
  ['tcp', 'silent', 'gitlab.example.com did not respond in time. Check your network.'],
  [
    'serverTls',
    'noTls',
    'gitlab.example.com does not answer over https. If the server has no encryption, write its address with http://.',
  ],
  [
    'serverTls',
    'unknownAuthority',
    'The certificate of gitlab.example.com is issued by “Orchard Root”, which is not trusted. If that is your company’s certificate authority, add it to the system’s trusted certificates or to graft.network.caCertificates.',
  ],
  [
    'serverTls',
    'issuerMissing',
    'gitlab.example.com does not send the certificate of the issuer of its own, “Orchard Middle”. The server must send it; if “Orchard Middle” is your company’s certificate authority, add it to the system’s trusted certificates or to graft.network.caCertificates.',
  ],
  [
    'serverTls',
    'expired',
    'The certificate of gitlab.example.com expired on Feb 3, 2021. It must be renewed there, unless the clock of this computer is wrong.',
  ],
  [
    'serverTls',
    'wrongName',
    'The certificate of gitlab.example.com is not for this name but for a.example, b.example. Check the address.',
  ],
  // the failure's own message suffices
  ['answer', 'closed', undefined],
];

const atProxy: readonly (readonly [ConnectionStep, ConnectionProblem, string])[] = [
  [
    'tcp',
    'refused',
    'The proxy proxy.example.com:3128 can’t be reached: the words of the network (CODE). Check http.proxy and your network.',
  ],
  [
    'connect',
    'credentialsWanted',
    'The proxy proxy.example.com:3128 requires a user name and password: “Basic realm=x” (407). Add them to http.proxy.',
  ],
];

const behindProxy: readonly (readonly [ConnectionStep, ConnectionProblem, string])[] = [
  [
    'name',
    'unknownName',
    'No server named “gitlab.example.com” was found. If only the proxy knows it, write socks5h:// in http.proxy.',
  ],
  [
    'serverTls',
    'noTls',
    'gitlab.example.com does not answer over https, or the proxy proxy.example.com:3128 answers in its place.',
  ],
  [
    'answer',
    'closed',
    'The connection to gitlab.example.com through the proxy proxy.example.com:3128 failed: the words of the network (CODE).',
  ],
];

describe('the sentence about a connection', () => {
  it('says why a client certificate can’t be used', () => {
    const clientCertificate = { file: '/c.pem', fault: 'unreadable', detail: 'ENOENT' } as const;
    assert.equal(
      sentenceOf({ step: 'serverTls', problem: 'clientCertificate', clientCertificate }),
      '/c.pem can’t be read: ENOENT. Choose another one with “Client Certificate…”.',
    );
  });

  it('names the client certificate that a server rejects', () => {
    assert.equal(
      sentenceOf({ step: 'answer', problem: 'clientCertificateWanted', clientCertificate: { file: '/c.pem' } }),
      'gitlab.example.com rejects the client certificate /c.pem: CODE. ' +
        'Choose another one with “Client Certificate…”.',
    );
  });

  for (const [step, problem, expected] of direct)
    it(`of the step ${step} ended by ${problem} names the server and what to do`, () => {
      assert.equal(sentenceOf({ step, problem }), expected);
    });

  for (const [step, problem, expected] of atProxy)
    it(`of the step ${step} ended by ${problem} at the proxy names it and its setting, and advises no http://`, () => {
      const sentence = sentenceOf({ step, problem, host: proxy.host, proxy, status: 407, reason: 'Basic realm=x' });
      assert.equal(sentence, expected);
      assert.doesNotMatch(sentence ?? '', /http:\/\//);
    });

  for (const [step, problem, expected] of behindProxy)
    it(`of the step ${step} ended by ${problem} behind a proxy names both, and advises no http://`, () => {
      assert.equal(sentenceOf({ step, problem, proxy }), expected);
      assert.doesNotMatch(expected, /http:\/\//);
    });

  it('says where a value stands that cannot be read', () => {
    const named = { step: 'proxy', problem: 'unreadableSetting', proxy: { host: '', source: 'HTTPS_PROXY' } } as const;
    assert.equal(
      sentenceOf({ ...named, reason: 'ftp://p' }),
      '“ftp://p” in HTTPS_PROXY is not the URL of a proxy. Write it like http://proxy.example.com:8080.',
    );
    assert.equal(sentenceOf({ ...named, reason: '' }), 'HTTPS_PROXY can’t be sent to a proxy. Correct the setting.');
  });

  it('says which kind of sign-in is not supported', () => {
    const wanted = { step: 'connect', problem: 'credentialsWanted', host: proxy.host, proxy, status: 407 } as const;
    assert.equal(
      sentenceOf({ ...wanted, reason: 'NTLM' }),
      'The proxy proxy.example.com:3128 requires a kind of sign-in that Graft does not support: “NTLM” (407).',
    );
    for (const problem of ['credentialsWanted', 'credentialsRejected'] as const)
      assert.equal(
        sentenceOf({ ...wanted, problem, reason: 'Negotiate, NTLM' }),
        'The proxy proxy.example.com:3128 requires Kerberos, and VS Code could not sign in: “Negotiate, NTLM” (407). ' +
          'Check your ticket and http.proxyKerberosServicePrincipal.',
      );
    assert.match(sentenceOf({ ...wanted, reason: 'Negotiate, Basic realm=x' }) ?? '', /user name and password/);
  });

  it('is followed by exceptions that cannot be read', () => {
    const unread = [{ name: 'no_proxy', text: '10.0.0.0/40' }];
    assert.equal(
      sentenceOf({ step: 'serverTls', problem: 'tlsVersion', unread }),
      'gitlab.example.com supports neither TLS 1.2 nor TLS 1.3. “10.0.0.0/40” in no_proxy is not a host, an address or a range, and was ignored.',
    );
  });

  it('shows no characters that act in words of a proxy or a certificate', () => {
    const odd = 'a\u202eb $(error)';
    for (const sentence of [
      sentenceOf({ step: 'connect', problem: 'denied', host: proxy.host, proxy, reason: odd }),
      sentenceOf({ step: 'serverTls', problem: 'wrongName', certificate: { ...certificate, names: [odd] } }),
      sentenceOf({ step: 'serverTls', problem: 'issuerMissing', certificate: { ...certificate, issuer: odd } }),
      connectionSentence(facts({ failure: 'signInNeeded', status: 403, page: { title: odd } })),
    ])
      assert.ok(sentence?.includes(String.raw`a\u202eb \$(error)`), sentence);
  });

  it('is what an error is explained with', () => {
    assert.equal(explain(new RequestError(facts({ sentence: 'This is it.' }))), 'This is it.');
  });

  it('names a missing scope, and quotes the server on what a fine-grained token lacks', () => {
    const lacking = { failure: 'insufficientScope', outcome: 'answered', status: 403, serverMessage: 'No.' } as const;
    const sentence = (scopes?: readonly string[]): string => explain(new RequestError(facts({ ...lacking, scopes })));
    const begin = 'The token lacks permission: “No.” (403).';
    assert.equal(
      sentence(['api', 'read_api']),
      `${begin} This requires the scope read_api. Create a token with it and sign in again.`,
    );
    assert.equal(sentence(), `${begin} Create a token that has it and sign in again.`);
  });
});

describe('the sentence about a web page', () => {
  const page = { title: 'Welcome to the network', server: 'AcmeGate/3.1', via: '1.1 proxy.example.com (squid/5.7)' };
  const named = '“Welcome to the network”, AcmeGate/3.1, via 1.1 proxy.example.com (squid/5.7)';

  for (const [failure, status, more, expected] of [
    [
      'signInNeeded',
      403,
      {},
      `A web page in front of ${server} answered (status 403): ${named}. Open ${server} in your browser, sign in there, then try again.`,
    ],
    [
      'serverError',
      503,
      {},
      `A web page in place of ${server} returned an error (status 503): ${named}. Try again later.`,
    ],
    [
      'notGitLab',
      404,
      {},
      `${server} doesn’t respond like a GitLab server: a web page answered (status 404): ${named}. Check the URL.`,
    ],
  ] as const)
    it(`names who sent it for ${failure} with status ${status}`, () => {
      assert.equal(connectionSentence(facts({ failure, status, page, ...more })), expected);
    });

  it('is none where nothing names who sent it', () => {
    assert.equal(connectionSentence(facts({ failure: 'notGitLab', status: 404, page: {} })), undefined);
  });

  it('names where a redirect leads', () => {
    const redirected = facts({ failure: 'redirected', status: 302, page: { signIn: 'https://sso.example.com/login' } });
    assert.equal(
      connectionSentence(redirected),
      `${server} redirected the request to https://sso.example.com/login. If you have to sign in there, open ${server} in your browser and sign in, then try again; otherwise check the URL of the account.`,
    );
  });

  for (const [title, expected] of [
    ['400 The plain HTTP request was sent to HTTPS port', `${server} expects TLS. Write its address with https://.`],
    [
      '400 The SSL certificate error',
      `${server} rejects the client certificate: “400 The SSL certificate error”. Choose another one with “Client Certificate…”.`,
    ],
  ] as const)
    it(`says what to do about “${title}”`, () => {
      assert.equal(connectionSentence(facts({ failure: 'notGitLab', status: 400, page: { title } })), expected);
    });
});
