import tls from 'node:tls';
import type { NetworkSettings } from '../transport.ts';

export interface Trust {
  readonly rejectUnauthorized: boolean;
  /** Default: the runtime's. */
  readonly ca?: string[];
}

/** Runtime, `NODE_EXTRA_CA_CERTS`, operating system if readable, settings. */
export const trustOf = ({ strictCertificates, systemCertificates, authorities }: NetworkSettings): Trust => {
  const rejectUnauthorized = strictCertificates;
  const added = authorities?.certificates ?? [];
  if (!systemCertificates && added.length === 0) return { rejectUnauthorized };
  const own =
    typeof tls.getCACertificates === 'function'
      ? [...tls.getCACertificates('default'), ...(systemCertificates ? tls.getCACertificates('system') : [])]
      : tls.rootCertificates;
  return { rejectUnauthorized, ca: [...new Set([...own, ...added])] };
};
