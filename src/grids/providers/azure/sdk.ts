/** The only module that loads the SDK. Import it dynamically: it takes longer to load than all other modules of the service. */
export { ComputeManagementClient } from '@azure/arm-compute';
export { NetworkManagementClient } from '@azure/arm-network';
export { ResourceManagementClient } from '@azure/arm-resources';
export { ClientSecretCredential, DefaultAzureCredential } from '@azure/identity';
