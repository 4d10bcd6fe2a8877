const lines = (...text: readonly string[]): string => text.join('\n');

/** Olive's OpenPGP key (ed25519), as `gpg --armor --export` wrote it. Its private half is thrown away. */
export const olivesPgpKey = lines(
  '-----BEGIN PGP PUBLIC KEY BLOCK-----',
  '',
  'mDMEaaQAEBYJKwYBBAHaRw8BAQdAaPnImpz7vFJRCDvnoQtacpxH+Do+ziO8mVML',
  'sWtMPs60IE9saXZlIE1hcnNoIDxvbGl2ZUBhY21lLmV4YW1wbGU+iJAEExYIADgW',
  'IQQ3pc6Y6PaAgmbU27VUDxG78kHcWgUCaaQAEAIbAwULCQgHAgYVCgkICwIEFgID',
  'AQIeAQIXgAAKCRBUDxG78kHcWqYzAP9y4XWwV9R2sGb22XvaMSf9w+oc4zX8atLt',
  'nvsGcGPMGQD/WeWT2tJmACjqjhazlGU+R4dNsT10IvokqSfYsASDhQs=',
  '=/0Po',
  '-----END PGP PUBLIC KEY BLOCK-----',
);

/** What `gpg --armor --detach-sign` made of the commit `signedPgp`. */
export const oliveSigned = lines(
  '-----BEGIN PGP SIGNATURE-----',
  '',
  'iHUEABYKAB0WIQQ3pc6Y6PaAgmbU27VUDxG78kHcWgUCawBvrAAKCRBUDxG78kHc',
  'WjHtAQDzOIYppqElh6NS3hfGW73OWUlEbsMT/4sedlOx5EdgWQD/aUiZjEL8SFBi',
  'LJV9BiLj/89XMB1JwAs2+oLZBY4k/Qg=',
  '=LKLl',
  '-----END PGP SIGNATURE-----',
);

/** The certificate authority of the sample world, as openssl wrote it. Its private key is thrown away. */
export const sampleAuthority = lines(
  '-----BEGIN CERTIFICATE-----',
  'MIIBtjCCAVygAwIBAgIUWTWvcPCLWN4pYep9rbBxa83mzUwwCgYIKoZIzj0EAwIw',
  'OTENMAsGA1UECgwEQWNtZTEPMA0GA1UECwwGU2FtcGxlMRcwFQYDVQQDDA5BY21l',
  'IFNhbXBsZSBDQTAeFw0yNjAxMDEwMDAwMDBaFw00NjEyMzEwMDAwMDBaMDkxDTAL',
  'BgNVBAoMBEFjbWUxDzANBgNVBAsMBlNhbXBsZTEXMBUGA1UEAwwOQWNtZSBTYW1w',
  'bGUgQ0EwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASijO0SHWyYoDwlQq4NUkQl',
  '2qOqb8fZ2VLkk5pQfzBwk+5iOTVlVy8WA1WsePAkIMuanGwv6I31LeZfq225yR+u',
  'o0IwQDAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQU',
  'FPwNx8F+wpNR5+ltp3yD0OJdyeowCgYIKoZIzj0EAwIDSAAwRQIgGWwzn+V9XcFb',
  '3pk51Eg6Vmzivt6+nw9/HxPO0kxOcM4CIQCQ6vKfe7zwWruZEEzywOQUOgOiLP2Q',
  'WidRzJ2c0/Y9Gg==',
  '-----END CERTIFICATE-----',
);

/** What `openssl cms -sign` made of the commit `signedX509`, under the name git gives such signatures. */
export const denizSigned = lines(
  '-----BEGIN SIGNED MESSAGE-----',
  'MIIEFwYJKoZIhvcNAQcCoIIECDCCBAQCAQExDTALBglghkgBZQMEAgEwCwYJKoZI',
  'hvcNAQcBoIICOzCCAjcwggHdoAMCAQICFE4+i6LQNfTWY18Ub2ecdrecKQbaMAoG',
  'CCqGSM49BAMCMDkxDTALBgNVBAoMBEFjbWUxDzANBgNVBAsMBlNhbXBsZTEXMBUG',
  'A1UEAwwOQWNtZSBTYW1wbGUgQ0EwHhcNMjYwMzAxMDAwMDAwWhcNMzYxMjMxMDAw',
  'MDAwWjA2MQ0wCwYDVQQKDARBY21lMQ8wDQYDVQQLDAZTYW1wbGUxFDASBgNVBAMM',
  'C0Rlbml6IEF5ZGluMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEa0sRz3tWSf/f',
  '4RSWMUKR2BCX88/yT4HoHYW4kmMu4GYJPgxIfeC2Wwe3MISumatXa+OPv+bwZG9M',
  'Q0lUkIZiWaOBxTCBwjAJBgNVHRMEAjAAMA4GA1UdDwEB/wQEAwIHgDATBgNVHSUE',
  'DDAKBggrBgEFBQcDBDAdBgNVHQ4EFgQUYlWJrQVTsOXAoBR1dO/me7k1qDAwHwYD',
  'VR0jBBgwFoAUFPwNx8F+wpNR5+ltp3yD0OJdyeowHQYDVR0RBBYwFIESZGVuaXpA',
  'YWNtZS5leGFtcGxlMDEGA1UdHwQqMCgwJqAkoCKGIGh0dHA6Ly9wa2kuYWNtZS5l',
  'eGFtcGxlL2FjbWUuY3JsMAoGCCqGSM49BAMCA0gAMEUCIQDsp1/ggM8irU78s7N9',
  'iCpl+mE2X5DDAWWzm5Pc3tk0EAIgTuE1aXUtMIqA0ibN8j/JiLIG0VQsl11vEgkF',
  '2F/I5xYxggGiMIIBngIBATBRMDkxDTALBgNVBAoMBEFjbWUxDzANBgNVBAsMBlNh',
  'bXBsZTEXMBUGA1UEAwwOQWNtZSBTYW1wbGUgQ0ECFE4+i6LQNfTWY18Ub2ecdrec',
  'KQbaMAsGCWCGSAFlAwQCAaCB5DAYBgkqhkiG9w0BCQMxCwYJKoZIhvcNAQcBMBwG',
  'CSqGSIb3DQEJBTEPFw0yNjExMjEwODE4MThaMC8GCSqGSIb3DQEJBDEiBCDSvToW',
  'xW/bOvPGZvsaDjF8BKxfxjjqE+sA4fXkvB+HaDB5BgkqhkiG9w0BCQ8xbDBqMAsG',
  'CWCGSAFlAwQBKjALBglghkgBZQMEARYwCwYJYIZIAWUDBAECMAoGCCqGSIb3DQMH',
  'MA4GCCqGSIb3DQMCAgIAgDANBggqhkiG9w0DAgIBQDAHBgUrDgMCBzANBggqhkiG',
  '9w0DAgIBKDAKBggqhkjOPQQDAgRGMEQCIFmXTHlgPOSfGseLzd9L3G9096jl5F+J',
  'uNOpMHR928JgAiBwRYYIMJPnY4qKg/iGdzSeLkeFktk/7kRBMy2cRrP2Jw==',
  '-----END SIGNED MESSAGE-----',
);
