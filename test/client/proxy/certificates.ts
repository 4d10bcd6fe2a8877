import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** PEM texts; `chain` includes the issuers. */
export interface Pair {
  readonly key: string;
  readonly cert: string;
  readonly chain: string;
}

interface Wanted {
  readonly subject: string;
  readonly names?: string;
  readonly isAuthority?: true;
}

/** Makes certificates with openssl in a temporary folder. */
export class CertificateMaker {
  readonly #folder: string;
  #count = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Signed by `issuer` or itself; valid for a month. */
  make({ subject, names, isAuthority }: Wanted, issuer?: Pair): Pair {
    this.#count += 1;
    const at = (name: string): string => path.join(this.#folder, `${this.#count}.${name}`);
    const extensions = [
      `basicConstraints=critical,CA:${isAuthority === true ? 'TRUE' : 'FALSE'}`,
      ...(names === undefined ? [] : [`subjectAltName=${names}`]),
    ];
    if (issuer !== undefined) {
      writeFileSync(at('issuer.cert'), issuer.cert);
      writeFileSync(at('issuer.key'), issuer.key);
    }
    const signing = issuer === undefined ? [] : ['-CA', at('issuer.cert'), '-CAkey', at('issuer.key')];
    openssl([
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'],
      ...['-subj', `/CN=${subject}`, '-keyout', at('key'), '-out', at('cert'), ...signing],
      ...extensions.flatMap((extension) => ['-addext', extension]),
    ]);
    const [key, cert] = [readFileSync(at('key'), 'utf8'), readFileSync(at('cert'), 'utf8')];
    return { key, cert, chain: `${cert}${issuer?.chain ?? ''}` };
  }

  /** Self-signed; dates such as `20300101`. */
  makeDated({ subject, names = '' }: Wanted, from: string, to: string): Pair {
    const at = (name: string): string => path.join(this.#folder, name);
    writeFileSync(at('index'), '');
    const sections = {
      ca: ['default_ca=own'],
      own: [
        `database=${at('index')}`,
        `new_certs_dir=${this.#folder}`,
        'default_md=sha256',
        'policy=any',
        'rand_serial=yes',
      ],
      any: ['commonName=supplied'],
      added: [`subjectAltName=${names}`],
    };
    const lines = Object.entries(sections).flatMap(([name, values]) => [`[${name}]`, ...values]);
    writeFileSync(at('config'), `${lines.join('\n')}\n`);
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', at('dated.key')];
    openssl(['req', '-new', ...key, '-subj', `/CN=${subject}`, '-out', at('request')]);
    openssl([
      ...['ca', '-batch', '-config', at('config'), '-selfsign', '-keyfile', at('dated.key'), '-in', at('request')],
      ...[
        '-startdate',
        `${from}000000Z`,
        '-enddate',
        `${to}000000Z`,
        '-extensions',
        'added',
        '-notext',
        '-out',
        at('dated'),
      ],
    ]);
    const cert = readFileSync(at('dated'), 'utf8');
    return { key: readFileSync(at('dated.key'), 'utf8'), cert, chain: cert };
  }

  pkcs12({ key, cert }: Pair, passphrase: string, options: readonly string[] = []): Buffer {
    const at = (name: string): string => path.join(this.#folder, `exported.${name}`);
    writeFileSync(at('key'), key);
    writeFileSync(at('cert'), cert);
    const files = ['-inkey', at('key'), '-in', at('cert'), '-out', at('p12')];
    openssl(['pkcs12', '-export', ...files, '-passout', `pass:${passphrase}`, ...options]);
    return readFileSync(at('p12'));
  }

  dispose(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const openssl = (parameters: readonly string[]): void => {
  execFileSync('openssl', [...parameters], { stdio: 'pipe' });
};
