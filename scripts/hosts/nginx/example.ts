/** Values of the example that depend on the machine. */
export interface ExampleOptions {
  /** Folder of the written settings. */
  settings: string
  serverName: string
  https: boolean
}

/** Writes an example for `sites-enabled` of nginx that includes the settings. */
export function writeExample({ settings, serverName, https }: ExampleOptions): string {
  const listen = https
    ? [
        '  listen 443 ssl http2;',
        '  listen [::]:443 ssl http2;',
        `  ssl_certificate /etc/letsencrypt/live/${serverName}/fullchain.pem;`,
        `  ssl_certificate_key /etc/letsencrypt/live/${serverName}/privkey.pem;`,
      ]
    : ['  listen 80;', '  listen [::]:80;']
  const toHttps = [
    'server {',
    '  listen 80;',
    '  listen [::]:80;',
    `  server_name ${serverName};`,
    '  return 301 https://$host$request_uri;',
    '}',
    '',
  ]
  return [
    `include "${settings}/http.conf";`,
    '',
    ...(https ? toHttps : []),
    'server {',
    ...listen,
    `  server_name ${serverName};`,
    `  include "${settings}/site.conf";`,
    '}',
    '',
  ].join('\n')
}
