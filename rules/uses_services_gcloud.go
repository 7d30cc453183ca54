package rules

import "strings"

const (
	gcloudValues = "--project --account --format --zone --region --configuration --verbosity --billing-project --impersonate-service-account --filter --limit --location"
	gcloudFlags  = "-q --quiet --no-user-output-enabled --user-output-enabled"
)

// gcloudVerbs and gcloudParts are the operations that read in every group of gcloud;
// no group is named so.
const gcloudVerbs = "cat describe du get hash list ls read search tail tail-serial-port-output"

var gcloudParts = [...]string{"describe-", "get-", "list-", "search-"}

// gcloudNever hand out what logs in, or make keys for it.
const gcloudNever = "get-authorization get-backup-index-download-url get-mount-command"

// gcloudChanging are the operations that do more than read, or the first parts of their
// names: what follows one is no verb.
const gcloudChanging = "abandon abort accept access accessibility ack acknowledge acquire activate add advance allow alter analyze apply approve arg " +
	"asymmetric attach authorize auto bak bitbucket browse buffer bug build backup calendar call cancel change cheat check classify clean " +
	"cleanup cli clone cloudsql command commit complete compose concurrency configure connect contacts convert copy cp create cron csv " +
	"datetimes deauthorize decrypt deidentify delete demote deny deploy deprecate destroy detach detect dev diagnose diff direct disable " +
	"discover dismiss dispatch download drain drop edit enable encrypt enforce enroll env escaping establish evaluate execute expand " +
	"explain export extend extract failover feedback fetch filters find flink formats gcloudignore gen generate gradle grant group " +
	"hadoop help hive http2 ignore import inherit init initiate inject insert inspect install instantiate interactive invalidate is " +
	"kill lease link lint linux load lock log login lookup mac macos maintenance manual mark media migrate modify monitor move mps " +
	"mutate mv mvn mysql npm offline open orgpolicy patch pause perform pig postgresql predict prediction presto projections promote " +
	"provision proxy publish pull purge pyspark python query queue raw reboot recognize recreate redact redeploy reencrypt register " +
	"reimage reinstall reject release relocate remove rename render renew reorder repair replace replay replicate report request rerun " +
	"reschedule reset resize resolve restart restore resume retry reverse revert revoke rm rollback rotate rsync run sanitize save scan " +
	"scp seed seek send set show sign simulate snapshot spark sqlserver ssh star start startup status stop stream submit subscribe " +
	"suggest survey suspend switch switchover sync tde terminate test train training transcribe trigger trino troubleshoot undelete " +
	"undeploy unenroll uninstall unlink unlock unmanage unregister unset unstar untag update upgrade upload upsert validate verify " +
	"version vet wait watch webhook windows write"

// gcloudChangingNames are those whose names begin as a group's, and gcloudGroups the
// groups whose names begin as an operation's.
const (
	gcloudChangingNames = "batch-translate-text bulk-delete bulk-export bulk-mute database-failover local-run os-upgrade print-access-token print-iam-policy print-identity-token translate-text"
	gcloudGroups        = "access-approval access-context-manager add-job backup-channels backup-dr backup-plan-associations backup-plan-bindings backup-plans " +
		"backup-policies backup-restore backup-vaults connect-clusters deploy-policies import-jobs migrate-config patch-deployments " +
		"patch-jobs release-channel-settings resize-requests restore-channels restore-plan-bindings restore-plans scan-configs scan-runs " +
		"snapshot-groups snapshot-settings ssh-keys troubleshoot-policy"
)

// gcloudReads allows the operations of gcloud that read: groups, the verb, operands.
func gcloudReads(r *Reading) string {
	words := leadingWords(r)
	for len(words) > 0 && has("alpha beta preview", words[0]) {
		words = words[1:]
	}
	if len(words) > 0 && has("help topic info version cheat-sheet", words[0]) {
		return ""
	}
	if len(words) > 0 && (words[0] == "docker" || words[0] == "auth" && !(len(words) > 1 && words[1] == "list")) {
		return "the operation " + strings.Join(words, " ") + " does more than read"
	}
	for i, word := range words {
		part, _, _ := strings.Cut(word, "-")
		switch {
		case printsSecret(word) || has(gcloudNever, word):
			return "the operation " + word + " hands out what logs in"
		case i > 0 && gcloudVerb(word):
			return ""
		case i == 0 && word == "run" || has(gcloudGroups, word):
		case has(gcloudChanging, part), has(gcloudChangingNames, word), strings.ContainsAny(word, "/:.@= "):
			return "the operation " + word + " does more than read"
		}
	}
	return "the operation is not known"
}

func gcloudVerb(word string) bool {
	if has(gcloudVerbs, word) {
		return true
	}
	for _, part := range gcloudParts {
		if strings.HasPrefix(word, part) {
			return true
		}
	}
	return false
}
