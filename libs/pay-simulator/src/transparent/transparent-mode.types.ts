/** Files and address for clients that use the service's own host names. */
export interface TransparentMode {
  /** Address of the HTTPS proxy: the simulator's own address. */
  readonly proxyUrl: string;
  /** PEM file with the certificate of the simulator's authority. */
  readonly caFile: string;
  /** PEM file with the simulator's authority and all authorities that Node.js trusts. */
  readonly bundleFile: string;
  /** Folder with settings that make PHP trust the authority, for `PHP_INI_SCAN_DIR`. */
  readonly phpFolder: string;
  /** Trust store of Java with the authorities of `bundleFile`, for `-Djavax.net.ssl.trustStore`. */
  readonly javaTrustStore: string;
  /** Folder with the file that makes Ruby programs use the simulator, for `RUBYLIB`. */
  readonly rubyFolder: string;
  /** Folder with the file that makes Python programs use the simulator, for `PYTHONPATH`. */
  readonly pythonFolder: string;
}
