-- Application (service principal) of a credential for Azure; its secret is sealed_secret, and its subscription cloud_account.
alter table credentials add column tenant_id text;
alter table credentials add column client_id text;
