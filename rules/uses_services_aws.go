package rules

import (
	"slices"
	"strings"
)

// awsOptions, in two parts, are the options of every operation of aws.
const (
	awsValues = "--output --query --profile --region --color --ca-bundle --cli-read-timeout --cli-connect-timeout --cli-binary-format --endpoint-url"
	awsFlags  = "--debug --no-verify-ssl --no-paginate --no-sign-request --no-cli-pager --no-cli-auto-prompt"
)

// awsParts begin the names of operations that read in every service, or are them.
const awsParts = "batch-get batch-describe check count describe detect estimate filter get head list lookup preview query scan search select show simulate transact-get validate"

// awsAlso are operations that read and whose names do not say so.
const awsAlso = "cognito-idp/admin-get-device cognito-idp/admin-get-user cognito-idp/admin-list-devices cognito-idp/admin-list-groups-for-user " +
	"cognito-idp/admin-list-user-auth-events ecr/batch-check-layer-availability ecr-public/batch-check-layer-availability " +
	"elasticbeanstalk/retrieve-environment-info events/test-event-pattern gamelift/resolve-alias history/list history/show " +
	"identitystore/is-member-in-groups iot/test-authorization kms/verify kms/verify-mac lightsail/is-vpc-peered logs/start-live-tail " +
	"logs/start-query logs/tail logs/test-metric-filter rds/download-db-log-file-portion route53/test-dns-answer " +
	"route53domains/view-billing s3/ls servicediscovery/discover-instances servicediscovery/discover-instances-revision " +
	"sts/decode-authorization-message verifiedpermissions/batch-is-authorized verifiedpermissions/is-authorized"

// awsNever are operations that do more than their names say: they write a file, start
// something, send local data to be analysed, or hand out what logs in.
const awsNever = "athena/get-session-endpoint emr-serverless/get-session-endpoint finspace-data/get-external-data-view-access-details " +
	"gamelift/get-compute-access s3control/get-data-access wafv2/get-decrypted-api-key apigateway/get-export apigateway/get-sdk " +
	"apigatewayv2/preview-portal appconfig/get-configuration appconfig/get-hosted-configuration-version " +
	"appconfigdata/get-latest-configuration appsync/get-introspection-schema bedrock-runtime/count-tokens " +
	"chime-sdk-voice/validate-e911-address cloudfront/get-connection-function cloudfront/get-function " +
	"codeartifact/get-package-version-asset codeguruprofiler/get-profile codepipeline/get-job-details " +
	"codepipeline/get-third-party-job-details cognito-identity/get-id cognito-identity/get-open-id-token " +
	"cognito-identity/get-open-id-token-for-developer-identity customer-profiles/detect-profile-object-type datazone/get-lineage-event " +
	"devops-agent/validate-aws-associations ebs/get-snapshot-block emr/get eks/get-token gamelift/get-game-session-log " +
	"gamelift/get-instance-access glacier/get-job-output inspector-scan/scan-sbom iot-data/get-thing-shadow " +
	"iotwireless/get-position-estimate iotwireless/get-resource-position ivs/batch-get-stream-key ivs/get-stream-key " +
	"kinesis-video-archived-media/get-clip kinesis-video-archived-media/get-media-for-fragment-list kinesis-video-media/get-media " +
	"kms/get-parameters-for-import kinesis-video-signaling/get-ice-server-config lakeformation/get-work-unit-results " +
	"license-manager/check-in-license lightsail/get-instance-access-details lightsail/get-bucket-access-keys location/get-map-glyphs " +
	"location/get-map-sprites location/get-map-style-descriptor location/get-map-tile mediastore-data/get-object " +
	"medialive/describe-input-device-thumbnail omics/get-read-set omics/get-reference payment-cryptography/get-parameters-for-export " +
	"payment-cryptography/get-parameters-for-import rekognition/search-faces-by-image rekognition/search-users-by-image " +
	"s3api/get-object s3api/get-object-torrent s3api/select-object-content sagemaker-geospatial/get-tile " +
	"schemas/get-code-binding-source ssm/get-deployable-patch-snapshot-for-instance timestream-query/query " +
	"workmailmessageflow/get-raw-message-content " +
	"cognito-idp/get-user-attribute-verification-code stepfunctions/get-activity-task ec2/get-flow-logs-integration-template " +
	"frauddetector/get-event-prediction cloudformation/detect-stack-drift cloudformation/detect-stack-set-drift " +
	"cloudformation/detect-stack-resource-drift lookoutvision/detect-anomalies ecr/get-login glue/get-connection " +
	"glue/get-connections appsync/list-api-keys location/describe-key storagegateway/describe-chap-credentials " +
	"snowball/get-job-unlock-code cognito-idp/describe-user-pool-client cognito-idp/describe-identity-provider " +
	"ec2/describe-vpn-connections ec2/get-vpn-connection-device-sample-configuration mediapackage/describe-channel"

// awsNeverServices have no operation that only reads by its name: they take data to be
// analysed, or give out files.
const awsNeverServices = "comprehend comprehendmedical geo-maps medical-imaging textract tnb"

// awsReads allows the operations of aws that read: its words are a service and an
// operation, and no file to write follows.
func awsReads(r *Reading) string {
	if why := awsOptionsRead(r); why != "" {
		return why
	}
	words := leadingWords(r)
	switch {
	case len(words) > 0 && len(words) <= 3 && words[len(words)-1] == "help" && r.Inv.Args[len(r.Inv.Args)-1].Value.Is("help"),
		len(words) <= 2 && len(r.Inv.Args) == len(words)+1 && r.Inv.Args[len(words)].Value.Is("--help"):
		return ""
	case len(words) < 2:
		return "the operation is not known"
	case words[0] == "configure":
		return awsConfigureReads(words[1:])
	case len(words) == 3 && words[1] == "wait":
		return "" // asks again and again until it is so
	case len(words) > 2 && !has("s3/ls logs/tail", words[0]+"/"+words[1]):
		return "a word after the operation is a file to write"
	}
	service, operation := words[0], words[1]
	name := service + "/" + operation
	switch {
	case has(awsNever, name) || has(awsNeverServices, service):
	case has(awsAlso, name):
		return ""
	case name == "athena/start-query-execution":
		return awsQueryReads(r, "--query-string")
	case name == "dynamodb/execute-statement":
		return awsQueryReads(r, "--statement")
	case awsSecret(name) || service == "rekognition" && strings.HasPrefix(operation, "detect-"):
	case slices.ContainsFunc(strings.Split(awsParts, " "), func(part string) bool {
		return operation == part || strings.HasPrefix(operation, part+"-")
	}):
		return ""
	}
	return "the operation " + service + " " + operation + " is not one that is known to read only"
}

// awsOptionsRead refuses another address, also where its option is abbreviated, and
// values that are read from a file or fetched.
func awsOptionsRead(r *Reading) string {
	const address = "--endpoint-url"
	for _, option := range r.Options {
		if option.Name != address {
			if len(option.Name) > 2 && strings.HasPrefix(address, option.Name) {
				return "the request goes to another address"
			}
			continue
		}
		url, known := "", false
		if option.Value != nil {
			url, known = option.Value.Text()
		}
		if !known || !loopbackURL(url) {
			return "the request goes to another address"
		}
	}
	args := r.Inv.Args
	for i := range args {
		if i > 0 && args[i-1].Value.Is(address) {
			continue
		}
		queue := i > 0 && args[i-1].Value.Is("--queue-url")
		text, known := args[i].Value.Text()
		if !known {
			text = args[i].Value.Prefix()
		}
		if name, value, attached := strings.Cut(text, "="); attached && strings.HasPrefix(name, "--") {
			if name == address {
				continue
			}
			text, queue = value, name == "--queue-url"
		}
		if queue && strings.HasPrefix(text, "https://sqs.") {
			continue // the name of a queue, which is not fetched
		}
		for _, scheme := range [...]string{"file://", "fileb://", "http://", "https://"} {
			if strings.HasPrefix(text, scheme) {
				return "a value is read from a file, or fetched"
			}
		}
	}
	return ""
}

// awsSecret reports whether an operation hands out what logs in: a token, a password,
// a signed address. Those that list or describe such things do not.
func awsSecret(name string) bool {
	_, operation, _ := strings.Cut(name, "/")
	if !strings.HasPrefix(operation, "get-") && !strings.HasPrefix(operation, "batch-get-") {
		return false
	}
	if has("cognito-idp/get-log-delivery-configuration iam/get-account-password-policy iam/get-credential-report secretsmanager/get-random-password sqs/get-queue-url", name) {
		return false
	}
	for _, part := range [...]string{"token", "credential", "password", "secret-value", "-url", "api-key-value", "resource-api-key"} {
		if strings.Contains(operation, part) && !strings.HasSuffix(operation, "-url-config") {
			return true
		}
	}
	return false
}

// awsConfigureReads allows the words of aws configure that print settings which are no
// secret.
func awsConfigureReads(words []string) string {
	switch {
	case len(words) == 1 && has("list list-profiles", words[0]):
		return ""
	case len(words) == 2 && words[0] == "get" && !strings.Contains(words[1], "secret") && !strings.Contains(words[1], "token") && !strings.Contains(words[1], "key"):
		return ""
	}
	return "it changes the configuration, or prints a secret"
}

// awsQueryReads allows a statement that is one query, whose answer goes where the
// service's own settings say.
func awsQueryReads(r *Reading, option string) string {
	if _, _, given := optionText(r, "--result-configuration"); given {
		return "the answer is written where the command line says"
	}
	if sql, known, given := awsOption(r, option); given && known && queryReads(sql) {
		return ""
	}
	return "the statement is not known to be a query"
}

// awsOption is the value of an option that the Use does not list: the word after it.
func awsOption(r *Reading, name string) (text string, known, given bool) {
	args := r.Inv.Args
	for i := range args {
		word, ok := args[i].Value.Text()
		if value, found := strings.CutPrefix(word, name+"="); ok && found {
			return value, true, true
		}
		if ok && word == name && i+1 < len(args) {
			text, known = args[i+1].Value.Text()
			return text, known, true
		}
	}
	return "", false, false
}

// loopbackURL reports whether an address is plainly one of this machine.
func loopbackURL(url string) bool {
	_, rest, _ := strings.Cut(url, "://")
	host, _, _ := strings.Cut(rest, "/")
	if strings.ContainsAny(host, "@\\?#") {
		return false
	}
	host, _, _ = strings.Cut(host, ":")
	return host == "localhost" || host == "127.0.0.1"
}
