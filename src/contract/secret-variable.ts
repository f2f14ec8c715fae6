/** Environment variable with the value of a secret parameter: `API_TOKEN` for `-Dapi.token`. */
export function secretVariable(name: string): string {
  return name
    .replace(/^-[DEJ]/, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_');
}
