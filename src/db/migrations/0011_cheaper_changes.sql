-- Every delivery writes two changes, and an index over them cost more than the changes themselves. They are folded into the
-- counts every second: who lists a tenant's deliveries reads the few thousand that wait.
drop index changes_of_a_tenant;
