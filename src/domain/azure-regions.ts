/** The regions of Azure nearest to those of AWS, whose names the API's clients use. */
const nearest: Readonly<Record<string, string>> = {
  'af-south-1': 'southafricanorth',
  'ap-east-1': 'eastasia',
  'ap-northeast-1': 'japaneast',
  'ap-northeast-2': 'koreacentral',
  'ap-northeast-3': 'japanwest',
  'ap-south-1': 'centralindia',
  'ap-southeast-1': 'southeastasia',
  'ap-southeast-2': 'australiaeast',
  'ca-central-1': 'canadacentral',
  'eu-central-1': 'germanywestcentral',
  'eu-central-2': 'switzerlandnorth',
  'eu-north-1': 'swedencentral',
  'eu-south-1': 'italynorth',
  'eu-south-2': 'spaincentral',
  'eu-west-1': 'northeurope',
  'eu-west-2': 'uksouth',
  'eu-west-3': 'francecentral',
  'il-central-1': 'israelcentral',
  'me-central-1': 'uaenorth',
  'sa-east-1': 'brazilsouth',
  'us-east-1': 'eastus',
  'us-east-2': 'eastus2',
  'us-west-1': 'westus',
  'us-west-2': 'westus2',
};

/** Azure's name of a region: `germanywestcentral` for `eu-central-1`, `westeurope` for `West Europe`. */
export function azureRegionOf(region: string): string {
  return nearest[region] ?? region.toLowerCase().replaceAll(/\s/g, '');
}
