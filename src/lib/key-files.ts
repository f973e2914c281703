/** Files in which tools keep keys and tokens, and our own data. */
const keyFiles =
  /(?:^|\/)(?:\.env(?:\.(?!example$|sample$|template$)[\w.-]+)?|\.netrc|\.npmrc|\.pypirc|\.git-credentials|id_(?:rsa|dsa|ecdsa|ed25519)|[^/]*\.(?:pem|key|p12|pfx|jks|keystore)|credentials(?:\.json)?)$|(?:^|\/)\.(?:ssh|aws|gnupg|git|docent-data)\//i;

/** Whether a file may hold keys by its path: such files are neither published nor shown to a model. */
export function mayHoldKeys(path: string): boolean {
  return keyFiles.test(path);
}
